package dev.colonnade.sql.compare;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.compare.schema.Schema;
import dev.colonnade.sql.compare.schema.TableDefinition;
import dev.colonnade.sql.compare.statement.Node;
import dev.colonnade.sql.compare.statement.TestStatement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reducer of statements and schemas whose answers differ, while a difference of the kind stays. */
final class Shrinker {
  /** Number of statements whose time a reload of the tables takes. */
  private static final int STATEMENTS_OF_SCHEMA = 8;

  private final Comparison comparison;
  private final int statementsMax;
  private final int schemasMax;
  private int statements;
  private int schemas;

  /**
   * Creates a reducer for one difference.
   *
   * @param statementsMax number of variants that are run
   */
  Shrinker(Comparison comparison, int statementsMax) {
    this.comparison = requireNonNull(comparison, "comparison is null");
    this.statementsMax = statementsMax;
    schemasMax = statementsMax / STATEMENTS_OF_SCHEMA;
  }

  /** Statement on a schema with a difference. */
  record Case(Schema schema, TestStatement statement, Difference difference) {}

  /** Returns a case with a smaller statement, for the loaded schema. */
  Case shrinkStatement(Case found) {
    Case smallest = found;
    boolean progress = true;
    while (progress && statements < statementsMax) {
      progress = false;
      List<Node> variants = Reductions.of(smallest.statement().node());
      int i = 0;
      while (i < variants.size() && statements < statementsMax) {
        Case smaller = examine(smallest, smallest.statement().with(variants.get(i)));
        if (smaller == null) {
          i++;
        } else {
          smallest = smaller;
          progress = true;
          variants = Reductions.of(smallest.statement().node());
          i = Math.max(0, i - 1);
        }
      }
    }
    return smallest;
  }

  private @Nullable Case examine(Case from, TestStatement statement) {
    statements++;
    Difference difference =
        comparison
            .run(statement, from.schema(), from.difference().expected().sqlState())
            .difference();
    return difference != null && isSameKind(difference, from.difference())
        ? new Case(from.schema(), statement, difference)
        : null;
  }

  private static boolean isSameKind(Difference one, Difference other) {
    boolean isOfTable = one.kind().startsWith("table");
    return one.kind().equals(other.kind())
        || (one.isOfRows() && other.isOfRows() && isOfTable == other.kind().startsWith("table"));
  }

  /**
   * Returns a case with less tables, rows, indexes and constraints. The loaded schema is another
   * one afterwards.
   */
  Case shrinkSchema(Case found) {
    Case smallest = found;
    boolean progress = true;
    while (progress && schemas < schemasMax) {
      progress = false;
      List<Schema> variants = variants(smallest);
      int i = 0;
      while (i < variants.size() && schemas < schemasMax) {
        Case smaller = load(smallest, variants.get(i));
        if (smaller == null) {
          i++;
        } else {
          smallest = smaller;
          progress = true;
          variants = variants(smallest);
        }
      }
    }
    comparison.load(smallest.schema(), new ArrayList<>());
    return shrinkStatement(smallest);
  }

  private @Nullable Case load(Case from, Schema schema) {
    schemas++;
    List<Difference> refused = new ArrayList<>();
    Schema loaded = comparison.load(schema, refused);
    if (loaded == null || !refused.isEmpty()) {
      return null;
    }
    Case moved = new Case(loaded, from.statement(), from.difference());
    return examine(moved, from.statement());
  }

  private static List<Schema> variants(Case from) {
    List<Schema> variants = new ArrayList<>();
    Schema schema = from.schema();
    String sql = from.statement().sql();
    for (int i = schema.tables().size() - 1; i >= 0; i--) {
      TableDefinition table = schema.tables().get(i);
      if (!sql.matches("(?s).*\\b" + table.name() + "\\b.*")) {
        variants.add(schema.without(i));
      }
    }
    variants.add(new Schema(schema.tables().stream().map(Shrinker::bare).toList(), false));
    if (schema.isAnalyzed()) {
      variants.add(new Schema(schema.tables(), false));
    }
    variants.removeIf(schema::equals);
    for (int i = 0; i < schema.tables().size(); i++) {
      addSmallerTables(schema, i, sql, variants);
    }
    return variants;
  }

  private static TableDefinition bare(TableDefinition table) {
    return table.withPlainColumns().withIndexes(List.of()).withRows(List.of());
  }

  private static void addSmallerTables(
      Schema schema, int index, String sql, List<Schema> variants) {
    TableDefinition table = schema.tables().get(index);
    int rows = table.rows().size();
    if (rows > 0) {
      variants.add(schema.with(index, table.withRows(List.of())));
    }
    if (rows > 1) {
      variants.add(schema.with(index, table.withRows(table.rows().subList(0, rows / 2))));
      variants.add(schema.with(index, table.withRows(table.rows().subList(rows / 2, rows))));
    }
    if (!table.withPlainColumns().equals(table)) {
      variants.add(schema.with(index, table.withPlainColumns()));
    }
    if (!table.indexes().isEmpty()) {
      variants.add(schema.with(index, table.withIndexes(List.of())));
    }
    for (int i = 0; i < table.columns().size() && table.columns().size() > 1; i++) {
      if (!sql.contains("." + table.columns().get(i).name())) {
        variants.add(schema.with(index, table.without(i)));
      }
    }
    if (rows > 2 && rows <= 8) {
      for (int i = 0; i < rows; i++) {
        List<List<String>> others = new ArrayList<>(table.rows());
        others.remove(i);
        variants.add(schema.with(index, table.withRows(others)));
      }
    }
  }
}
