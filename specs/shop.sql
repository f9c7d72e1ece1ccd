-- The refund desk's database. It runs once, when the SQLite file is new, and for every test.
-- Rules about money stand here, where no writer can get round them; the spec gives their violations a name.

CREATE TABLE customers (
    id TEXT PRIMARY KEY CHECK (id LIKE 'cus\_%' ESCAPE '\'),
    name TEXT NOT NULL,
    email TEXT NOT NULL -- not unique: a household may share one address
);

CREATE INDEX customers_by_email ON customers (email);

CREATE TABLE purchases (
    id TEXT PRIMARY KEY CHECK (id LIKE 'pur\_%' ESCAPE '\'),
    customer_id TEXT NOT NULL REFERENCES customers (id),
    item TEXT NOT NULL,
    price NUMERIC NOT NULL CHECK (price > 0),
    purchased_on TEXT NOT NULL CHECK (purchased_on = date(purchased_on)),
    refunded NUMERIC NOT NULL DEFAULT 0,
    CONSTRAINT refunds_within_price CHECK (refunded <= price)
);

CREATE INDEX purchases_by_customer ON purchases (customer_id, purchased_on);

CREATE TABLE refunds (
    id INTEGER PRIMARY KEY,
    purchase_id TEXT NOT NULL REFERENCES purchases (id),
    amount NUMERIC NOT NULL,
    refunded_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT positive_amount CHECK (amount > 0),
    CONSTRAINT whole_cents CHECK (amount = round(amount, 2))
);

CREATE TRIGGER add_up_refunds AFTER INSERT ON refunds
BEGIN
    UPDATE purchases SET refunded = round(refunded + NEW.amount, 2) WHERE id = NEW.purchase_id;
END;

INSERT INTO customers (id, name, email) VALUES
    ('cus_1', 'Ada Lovelace', 'ada@example.com'),
    ('cus_2', 'Grace Hopper', 'grace@example.com'),
    ('cus_3', 'Annabella Byron', 'byron@example.com'),
    ('cus_4', 'Ralph Byron', 'byron@example.com');

INSERT INTO purchases (id, customer_id, item, price, purchased_on) VALUES
    ('pur_1', 'cus_1', 'Mechanical keyboard', 129.5, '2026-09-14'),
    ('pur_2', 'cus_1', 'Desk lamp', 39.99, '2026-10-02'),
    ('pur_3', 'cus_2', 'Standing desk', 749, '2026-10-21'),
    ('pur_4', 'cus_3', 'Opera glasses', 64.25, '2026-11-05');

INSERT INTO refunds (purchase_id, amount, refunded_at) VALUES
    ('pur_2', 39.99, '2026-10-09 10:12:00'),
    ('pur_3', 100, '2026-10-30 16:40:00');
