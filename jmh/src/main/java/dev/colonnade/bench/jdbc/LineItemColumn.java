package dev.colonnade.bench.jdbc;

import io.trino.tpch.LineItem;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Columns of lineitem in the order in which wider fetches add them. */
enum LineItemColumn {
  L_EXTENDEDPRICE(Kind.MONEY, LineItem::extendedPriceInCents),
  L_DISCOUNT(Kind.MONEY, LineItem::discountPercent),
  L_QUANTITY(Kind.MONEY, line -> line.quantity() * 100L),
  L_SHIPDATE(Kind.DATE, LineItem::shipDate),
  L_ORDERKEY(Kind.BIGINT, LineItem::orderKey),
  L_LINENUMBER(Kind.INTEGER, LineItem::lineNumber),
  L_RETURNFLAG(Kind.CHAR_1, LineItem::returnFlag),
  L_TAX(Kind.MONEY, LineItem::taxPercent),
  L_PARTKEY(Kind.INTEGER, LineItem::partKey),
  L_SUPPKEY(Kind.INTEGER, LineItem::supplierKey),
  L_LINESTATUS(Kind.CHAR_1, LineItem::status),
  L_COMMITDATE(Kind.DATE, LineItem::commitDate),
  L_RECEIPTDATE(Kind.DATE, LineItem::receiptDate),
  L_SHIPINSTRUCT(Kind.CHAR_25, LineItem::shipInstructions),
  L_SHIPMODE(Kind.CHAR_10, LineItem::shipMode),
  L_COMMENT(Kind.VARCHAR_44, LineItem::comment);

  private final Kind kind;

  @SuppressWarnings("ImmutableEnumChecker") // method references without state
  private final Function<LineItem, Object> value;

  LineItemColumn(Kind kind, Function<LineItem, Object> value) {
    this.kind = kind;
    this.value = value;
  }

  /** SQL type of a column, which determines the JDBC accessors. */
  enum Kind {
    INTEGER("INTEGER"),
    BIGINT("BIGINT"),
    MONEY("NUMERIC(15,2)"),
    DATE("DATE"),
    CHAR_1("CHAR(1)"),
    CHAR_10("CHAR(10)"),
    CHAR_25("CHAR(25)"),
    VARCHAR_44("VARCHAR(44)");

    private final String sql;

    Kind(String sql) {
      this.sql = sql;
    }
  }

  static List<LineItemColumn> first(int count) {
    return List.of(values()).subList(0, count);
  }

  String columnName() {
    return name().toLowerCase(Locale.ROOT);
  }

  String definition() {
    return columnName() + " " + kind.sql + " NOT NULL";
  }

  /** Reads a value by the accessor of its type. Returns a number derived from the value. */
  long read(ResultSet rows, int position) throws SQLException {
    return switch (kind) {
      case INTEGER -> rows.getInt(position);
      case BIGINT -> rows.getLong(position);
      case MONEY -> rows.getBigDecimal(position).scale();
      case DATE -> rows.getDate(position).getTime();
      case CHAR_1, CHAR_10, CHAR_25, VARCHAR_44 -> rows.getString(position).length();
    };
  }

  /** Sets a parameter to the value of a generated row. */
  void set(PreparedStatement insert, int position, LineItem line) throws SQLException {
    Object found = value.apply(line);
    switch (kind) {
      case INTEGER -> insert.setInt(position, ((Number) found).intValue());
      case BIGINT -> insert.setLong(position, ((Number) found).longValue());
      case MONEY ->
          insert.setBigDecimal(position, BigDecimal.valueOf(((Number) found).longValue(), 2));
      case DATE ->
          insert.setDate(
              position, Date.valueOf(LocalDate.ofEpochDay(((Number) found).longValue())));
      case CHAR_1, CHAR_10, CHAR_25, VARCHAR_44 -> insert.setString(position, (String) found);
    }
  }
}
