package dev.colonnade.bench.tpch.query;

import java.math.BigDecimal;
import java.math.MathContext;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of a query result as text, for the comparison with another result. Immutable. */
public record ComparableResult(List<List<String>> rows) {
  /** Relative tolerance: databases round averages and quotients at different digits. */
  private static final BigDecimal TOLERANCE = new BigDecimal("1e-10");

  private static final MathContext DIGITS = new MathContext(12);

  public ComparableResult {
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** Runs a query and returns its rows. */
  public static ComparableResult of(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int width = result.getMetaData().getColumnCount();
      List<List<String>> rows = new ArrayList<>();
      while (result.next()) {
        List<String> row = new ArrayList<>(width);
        for (int i = 1; i <= width; i++) {
          row.add(text(result.getObject(i)));
        }
        rows.add(row);
      }
      return new ComparableResult(rows);
    }
  }

  /** Returns a value as text, without the padding of CHAR, which drivers may remove or not. */
  private static String text(@Nullable Object value) {
    return value == null
        ? ""
        : value instanceof BigDecimal number
            ? number.toPlainString()
            : value.toString().stripTrailing();
  }

  /**
   * Returns whether both results have the same rows in any order: rows with equal sort keys may be
   * in any order.
   */
  public boolean matches(ComparableResult other) {
    return matchesInOrder(other) || sorted().matchesInOrder(other.sorted());
  }

  private ComparableResult sorted() {
    return new ComparableResult(
        rows.stream().sorted(Comparator.comparing(row -> String.join("|", row))).toList());
  }

  private boolean matchesInOrder(ComparableResult other) {
    if (rows.size() != other.rows.size()) {
      return false;
    }
    for (int row = 0; row < rows.size(); row++) {
      List<String> left = rows.get(row);
      List<String> right = other.rows.get(row);
      if (left.size() != right.size()) {
        return false;
      }
      for (int column = 0; column < left.size(); column++) {
        if (!isSame(left.get(column), right.get(column))) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isSame(String actual, String expected) {
    if (actual.equals(expected)) {
      return true;
    }
    try {
      BigDecimal expectedNumber = new BigDecimal(expected);
      BigDecimal difference = new BigDecimal(actual).subtract(expectedNumber).abs();
      BigDecimal limit = expectedNumber.abs().max(BigDecimal.ONE).multiply(TOLERANCE, DIGITS);
      return difference.compareTo(limit) <= 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
