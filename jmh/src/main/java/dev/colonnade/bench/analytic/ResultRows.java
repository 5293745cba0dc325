package dev.colonnade.bench.analytic;

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

/** The rows of a result as text, to be held against those of another one. */
record ResultRows(List<List<String>> rows) {
  /** Averages and shares are rounded at different digits by different systems. */
  private static final BigDecimal TOLERANCE = new BigDecimal("1e-10");

  private static final MathContext DIGITS = new MathContext(12);

  ResultRows {
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** Runs a query and reads every value. */
  static ResultRows of(Connection connection, String sql) throws SQLException {
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
      return new ResultRows(rows);
    }
  }

  /** CHAR may come with its blanks or without. */
  private static String text(@Nullable Object value) {
    return value == null
        ? ""
        : value instanceof BigDecimal number
            ? number.toPlainString()
            : value.toString().stripTrailing();
  }

  /**
   * Whether both have the same rows, in any order: rows that are sorted alike may change places.
   */
  boolean isLike(ResultRows other) {
    return isLikeInOrder(other) || sorted().isLikeInOrder(other.sorted());
  }

  private ResultRows sorted() {
    return new ResultRows(
        rows.stream().sorted(Comparator.comparing(row -> String.join("|", row))).toList());
  }

  private boolean isLikeInOrder(ResultRows other) {
    if (rows.size() != other.rows.size()) {
      return false;
    }
    for (int row = 0; row < rows.size(); row++) {
      List<String> mine = rows.get(row);
      List<String> others = other.rows.get(row);
      if (mine.size() != others.size()) {
        return false;
      }
      for (int column = 0; column < mine.size(); column++) {
        if (!isSame(mine.get(column), others.get(column))) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isSame(String one, String other) {
    if (one.equals(other)) {
      return true;
    }
    try {
      BigDecimal wanted = new BigDecimal(other);
      BigDecimal difference = new BigDecimal(one).subtract(wanted).abs();
      BigDecimal most = wanted.abs().max(BigDecimal.ONE).multiply(TOLERANCE, DIGITS);
      return difference.compareTo(most) <= 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
