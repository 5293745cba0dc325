package dev.colonnade.sql.system;

import dev.colonnade.sql.system.Relation.Attribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Indexes and constraints as the statements that would make them, in PostgreSQL's words. */
final class Definitions {
  private static final Set<String> RESERVED = reserved();

  private Definitions() {}

  private static Set<String> reserved() {
    return SystemFiles.requireLines("pg_get_keywords.tsv").stream()
        .map(line -> line.split("\t"))
        .filter(fields -> !fields[1].equals("U"))
        .map(fields -> fields[0])
        .collect(Collectors.toUnmodifiableSet());
  }

  /** A name as it has to be written in a statement. */
  static String quoted(String name) {
    boolean isPlain =
        !name.isEmpty()
            && name.chars().allMatch(c -> c == '_' || (c >= 'a' && c <= 'z') || isDigit(c))
            && !isDigit(name.charAt(0))
            && !RESERVED.contains(name);
    return isPlain ? name : '"' + name.replace("\"", "\"\"") + '"';
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** A relation with its schema. */
  static String qualified(Relation relation) {
    return quoted(relation.schema().name()) + "." + quoted(relation.name());
  }

  /** CREATE INDEX. */
  static String index(IndexEntry index) {
    StringBuilder text = new StringBuilder("CREATE ");
    text.append(index.isUnique() ? "UNIQUE INDEX " : "INDEX ");
    text.append(quoted(index.relation().name()));
    text.append(" ON ").append(qualified(index.table())).append(" USING btree (");
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < index.keyCount(); i++) {
      keys.add(indexColumn(index, i + 1) + (index.descending().get(i) ? " DESC" : ""));
    }
    text.append(String.join(", ", keys)).append(")");
    if (index.keys().size() > index.keyCount()) {
      text.append(" INCLUDE (")
          .append(names(index.table(), index.keys().subList(index.keyCount(), index.keys().size())))
          .append(")");
    }
    if (index.predicate() != null) {
      text.append(" WHERE ").append(index.predicate());
    }
    return text.toString();
  }

  /** One column of an index, by its place from 1; empty if it has no such column. */
  static String indexColumn(IndexEntry index, int place) {
    return place < 1 || place > index.keys().size()
        ? ""
        : names(index.table(), List.of(index.keys().get(place - 1)));
  }

  /**
   * What stands behind CONSTRAINT and its name.
   *
   * @param relationName what a relation is called where the statement would run
   */
  static String constraint(
      ConstraintEntry constraint, LongFunction<@Nullable String> relationName) {
    String columns = names(constraint.table(), constraint.columns());
    return switch (constraint.kind()) {
      case ConstraintEntry.PRIMARY -> "PRIMARY KEY (" + columns + ")";
      case ConstraintEntry.UNIQUE -> "UNIQUE (" + columns + ")";
      case ConstraintEntry.FOREIGN -> foreignKey(constraint, columns, relationName);
      default -> "CHECK " + parenthesized(constraint.expression());
    };
  }

  private static String foreignKey(
      ConstraintEntry constraint, String columns, LongFunction<@Nullable String> relationName) {
    ConstraintEntry.Reference reference = constraint.reference();
    if (reference == null) {
      throw new IllegalStateException("foreign key refers to nothing: " + constraint.name());
    }
    return "FOREIGN KEY (%s) REFERENCES %s(%s)%s%s"
        .formatted(
            columns,
            relationName.apply(reference.table().oid()),
            names(reference.table(), reference.columns()),
            action(" ON UPDATE ", reference.onUpdate()),
            action(" ON DELETE ", reference.onDelete()));
  }

  private static String action(String when, char action) {
    return switch (action) {
      case 'r' -> when + "RESTRICT";
      case 'c' -> when + "CASCADE";
      case 'n' -> when + "SET NULL";
      case 'd' -> when + "SET DEFAULT";
      default -> "";
    };
  }

  private static String parenthesized(@Nullable String expression) {
    return "(" + expression + ")";
  }

  private static String names(Relation table, List<Integer> columns) {
    List<String> found = new ArrayList<>();
    for (int column : columns) {
      Attribute attribute = table.attribute(column);
      found.add(attribute == null ? "?" : quoted(attribute.name()));
    }
    return String.join(", ", found);
  }
}
