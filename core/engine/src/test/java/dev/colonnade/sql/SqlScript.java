package dev.colonnade.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parser of a test file, a sequence of records that empty lines separate. The first line of a
 * record is its kind:
 *
 * <pre>
 *   statement ok                 the statement runs
 *   statement error 22012        the statement fails with this SQLSTATE
 *   query integer,text           the query's columns have these types; its rows follow a line of
 *                                four dashes; "rowsort" after the types means any order
 * </pre>
 *
 * <p>Values of a row are separated by a bar; NULL is written as NULL. Lines that begin with # are
 * comments.
 */
final class SqlScript {
  /** Expected result of a record. */
  sealed interface Expectation {
    /** Success. */
    record Success() implements Expectation {}

    /** Error. */
    record Failure(String sqlState) implements Expectation {}

    /** Columns and rows. */
    record Rows(List<String> types, boolean sorted, List<String> rows) implements Expectation {}
  }

  /**
   * Record.
   *
   * @param line of the file where it begins, from 1
   */
  record Entry(int line, String sql, Expectation expectation) {}

  private SqlScript() {}

  public static List<Entry> parse(String text) {
    List<Entry> entries = new ArrayList<>();
    List<String> lines = text.lines().toList();
    int start = 0;
    for (int i = 0; i <= lines.size(); i++) {
      if (i == lines.size() || lines.get(i).isEmpty()) {
        Entry entry = entryOf(start + 1, lines.subList(start, i));
        if (entry != null) {
          entries.add(entry);
        }
        start = i + 1;
      }
    }
    return entries;
  }

  private static @Nullable Entry entryOf(int line, List<String> lines) {
    List<String> said = lines.stream().filter(text -> !text.startsWith("#")).toList();
    if (said.isEmpty()) {
      return null;
    }
    List<String> head = Arrays.asList(said.getFirst().split(" ", -1));
    int dashes = said.indexOf("----");
    String sql = String.join("\n", said.subList(1, dashes < 0 ? said.size() : dashes));
    Expectation expectation =
        switch (said.getFirst()) {
          case String first when first.equals("statement ok") -> new Expectation.Success();
          case String first when first.startsWith("statement error ") ->
              new Expectation.Failure(head.get(2));
          case String first when first.startsWith("query ") && dashes > 0 ->
              new Expectation.Rows(
                  Arrays.asList(head.get(1).split(",", -1)),
                  head.contains("rowsort"),
                  said.subList(dashes + 1, said.size()));
          default -> throw new IllegalArgumentException("no such record: line=" + line);
        };
    return new Entry(line, sql, expectation);
  }
}
