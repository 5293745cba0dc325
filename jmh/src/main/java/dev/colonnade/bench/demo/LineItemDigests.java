package dev.colonnade.bench.demo;

import dev.colonnade.bench.tpch.OrderedHash;
import dev.colonnade.bench.tpch.RowHash;
import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.client.page.ResultPage;

/** Digests of scans of lineitem. */
final class LineItemDigests {
  private LineItemDigests() {}

  /** Digest of the row count and sum(l_extendedprice). */
  static final class Price implements ScanDigest {
    private long rowCount;
    private long cents;

    @Override
    public void read(ResultPage page) {
      rowCount += page.rowCount();
      ColumnReader price = page.column("l_extendedprice");
      for (int row = 0; row < page.rowCount(); row++) {
        cents += price.unscaledLowAt(row);
      }
    }

    @Override
    public String answer() {
      return LineItemAnswers.price(rowCount, cents);
    }
  }

  /** Digest of sum(l_quantity), sum(l_extendedprice) and the count of l_returnflag = 'R'. */
  static final class Four implements ScanDigest {
    private long quantityHundredths;
    private long cents;
    private long returnedRowCount;

    @Override
    public void read(ResultPage page) {
      ColumnReader quantity = page.column("l_quantity");
      ColumnReader price = page.column("l_extendedprice");
      ColumnReader flag = page.column("l_returnflag");
      for (int row = 0; row < page.rowCount(); row++) {
        quantityHundredths += quantity.unscaledLowAt(row);
        cents += price.unscaledLowAt(row);
        if (flag.textAt(row).equals("R")) {
          returnedRowCount++;
        }
      }
    }

    @Override
    public String answer() {
      return LineItemAnswers.four(quantityHundredths / 100, cents, returnedRowCount);
    }
  }

  /** Digest of the row count and the revenue of query 6. */
  static final class Revenue implements ScanDigest {
    private long rowCount;
    private long revenue;

    @Override
    public void read(ResultPage page) {
      rowCount += page.rowCount();
      ColumnReader price = page.column("l_extendedprice");
      ColumnReader discount = page.column("l_discount");
      for (int row = 0; row < page.rowCount(); row++) {
        revenue += price.unscaledLowAt(row) * discount.unscaledLowAt(row);
      }
    }

    @Override
    public String answer() {
      return LineItemAnswers.q6(rowCount, revenue);
    }
  }

  /** Digest of the row count and an order-dependent hash of the keys. */
  static final class Order implements ScanDigest {
    private final OrderedHash hash = OrderedHash.forward();
    private long rowCount;

    @Override
    public void read(ResultPage page) {
      rowCount += page.rowCount();
      ColumnReader orderKey = page.column("l_orderkey");
      ColumnReader lineNumber = page.column("l_linenumber");
      for (int row = 0; row < page.rowCount(); row++) {
        hash.add(orderKey.longAt(row), lineNumber.intAt(row));
      }
    }

    @Override
    public String answer() {
      return LineItemAnswers.order(rowCount, hash.value());
    }
  }

  /** Digest of the row count and the first order key. */
  static final class First implements ScanDigest {
    private long rowCount;
    private long firstOrderKey;

    @Override
    public void read(ResultPage page) {
      if (rowCount == 0 && page.rowCount() > 0) {
        firstOrderKey = page.column("l_orderkey").longAt(0);
      }
      rowCount += page.rowCount();
    }

    @Override
    public String answer() {
      return LineItemAnswers.last(rowCount, firstOrderKey);
    }
  }

  /** Digest of the row count and an order-independent hash of all values. */
  static final class Content implements ScanDigest {
    private final RowHash rowHash = new RowHash();
    private long rowCount;
    private long hash;

    @Override
    public void read(ResultPage page) {
      rowCount += page.rowCount();
      for (int row = 0; row < page.rowCount(); row++) {
        rowHash.clear();
        for (int column = 0; column < page.columns().size(); column++) {
          add(page.column(column), row);
        }
        hash += rowHash.value();
      }
    }

    @Override
    public String answer() {
      return LineItemAnswers.content(rowCount, hash);
    }

    private void add(ColumnReader column, int row) {
      switch (column.column().type().kind()) {
        case SMALLINT, INTEGER, BIGINT, DATE -> rowHash.add(column.longAt(row));
        case NUMERIC -> rowHash.add(column.unscaledLowAt(row));
        case TEXT, VARCHAR, CHAR -> rowHash.add(column.textAt(row));
        case BOOLEAN, REAL, DOUBLE, TIME, TIMESTAMP, TIMESTAMPTZ, BYTEA, UUID, ENUM ->
            throw new IllegalArgumentException("lineitem has no such column: " + column.column());
      }
    }
  }
}
