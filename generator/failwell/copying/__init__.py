"""copying: the same templates as copier renders them. The command line needs nothing of it but `new --copier`."""
