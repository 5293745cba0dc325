package dev.colonnade.sql.system;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are the same in every database: types, functions, operators, casts and what belongs to
 * them, with PostgreSQL's OIDs. Read once, from files as COPY writes them.
 */
final class BuiltInRows {
  /** For split: also the last fields, when they are empty. */
  private static final int KEEP_EMPTY = -1;

  private static final Map<String, List<@Nullable Object[]>> ROWS = read();

  private BuiltInRows() {}

  private static Map<String, List<@Nullable Object[]>> read() {
    Map<String, List<@Nullable Object[]>> found = new HashMap<>();
    for (SystemTable table : SystemTables.all()) {
      List<String> lines = SystemFiles.lines(table.name() + ".tsv");
      if (lines != null) {
        found.put(table.name(), read(table, lines));
      }
    }
    return Map.copyOf(found);
  }

  private static List<@Nullable Object[]> read(SystemTable table, List<String> lines) {
    List<String> names = Arrays.asList(lines.getFirst().split("\t"));
    SystemRows rows = new SystemRows(table);
    lines.stream().skip(1).forEach(line -> rows.read(names, line.split("\t", KEEP_EMPTY)));
    return List.copyOf(rows.rows());
  }

  /** The rows of a table of the catalogue; empty if there are none of this sort. */
  static List<@Nullable Object[]> of(String table) {
    return ROWS.getOrDefault(table, List.of());
  }
}
