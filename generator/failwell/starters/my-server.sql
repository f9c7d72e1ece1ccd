-- Runs once, when the SQLite file is new, and for every test.

CREATE TABLE books (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    author TEXT NOT NULL,
    copies INTEGER NOT NULL,
    CONSTRAINT copies_left CHECK (copies >= 0)
);

CREATE TABLE loans (
    id INTEGER PRIMARY KEY,
    book_id INTEGER NOT NULL REFERENCES books (id),
    reader TEXT NOT NULL
);

CREATE TRIGGER take_a_copy AFTER INSERT ON loans
BEGIN
    UPDATE books SET copies = copies - 1 WHERE id = NEW.book_id;
END;

INSERT INTO books (title, author, copies) VALUES
    ('Frankenstein', 'Mary Shelley', 2),
    ('Middlemarch', 'George Eliot', 0);
