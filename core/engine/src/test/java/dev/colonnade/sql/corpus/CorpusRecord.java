package dev.colonnade.sql.corpus;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Record of a file of the corpus. */
sealed interface CorpusRecord {
  /** Returns the number of the record's first line, from 1. */
  int line();

  /** Returns the text of the statement. */
  String sql();

  /**
   * Statement without rows.
   *
   * @param isError whether the statement fails
   */
  record Statement(int line, String sql, boolean isError) implements CorpusRecord {
    public Statement {
      requireNonNull(sql, "sql is null");
    }
  }

  /**
   * Query.
   *
   * @param types a letter for each column: I for integers, R for numbers with three digits behind
   *     the point, T for text
   * @param order of the expected values
   * @param expected values, one a line, or their number and MD5 checksum
   */
  record Query(int line, String sql, String types, Order order, List<String> expected)
      implements CorpusRecord {
    public Query {
      requireNonNull(sql, "sql is null");
      requireNonNull(types, "types is null");
      requireNonNull(order, "order is null");
      expected = List.copyOf(expected);
    }
  }

  /** Order of the expected values of a query. */
  enum Order {
    /** Order of the query. */
    NOSORT,
    /** Rows by their text. */
    ROWSORT,
    /** Values of all rows by their text. */
    VALUESORT
  }
}
