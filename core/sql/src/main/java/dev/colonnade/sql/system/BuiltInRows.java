package dev.colonnade.sql.system;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Catalog rows that are equal in every database: types, functions, operators, casts and related
 * objects, with PostgreSQL's OIDs. They are read once, from resource files in COPY text format.
 */
public final class BuiltInRows {
  /** Limit for {@link String#split} that retains empty trailing fields. */
  private static final int KEEP_EMPTY = -1;

  private static final Map<String, List<@Nullable Object[]>> ROWS = read();

  private BuiltInRows() {}

  private static Map<String, List<@Nullable Object[]>> read() {
    Map<String, List<@Nullable Object[]>> found = new HashMap<>();
    for (SystemTable table : SystemTables.all()) {
      List<String> lines = CatalogResources.lines(table.name() + ".tsv");
      if (lines != null) {
        found.put(table.name(), read(table, lines));
      }
    }
    return Map.copyOf(found);
  }

  private static List<@Nullable Object[]> read(SystemTable table, List<String> lines) {
    List<String> names = Arrays.asList(lines.getFirst().split("\t"));
    SystemRows rows = SystemRows.of(table);
    lines.stream().skip(1).forEach(line -> rows.read(names, line.split("\t", KEEP_EMPTY)));
    return List.copyOf(rows.rows());
  }

  /** Returns the built-in rows of a table of the catalog; empty if it has none. */
  public static List<@Nullable Object[]> of(String table) {
    return ROWS.getOrDefault(table, List.of());
  }
}
