package dev.colonnade.flight.ingest;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import dev.colonnade.flight.type.SqlTypeNames;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Table of an ingestion.
 *
 * @param schema name of the schema; empty for the one that the search path decides
 * @param isTemporary whether a table that is created is temporary
 */
record IngestTarget(String schema, String table, boolean isTemporary) {
  IngestTarget {
    requireNonNull(schema, "schema is null");
    requireNonNull(table, "table is null");
  }

  /** Returns the name in quotes, for statements. */
  String name() {
    return schema.isEmpty() ? quoted(table) : quoted(schema) + "." + quoted(table);
  }

  /** Returns the statement that creates the table for rows of these fields. */
  String create(List<Field> fields) {
    return fields.stream()
        .map(
            field ->
                quoted(field.getName())
                    + " "
                    + SqlTypeNames.of(field)
                    + (field.isNullable() ? "" : " NOT NULL"))
        .collect(
            joining(
                ", ",
                "CREATE %sTABLE %s (".formatted(isTemporary ? "TEMPORARY " : "", name()),
                ")"));
  }

  /** Returns the statement that copies rows of these fields into the table. */
  String copy(List<Field> fields) {
    return fields.stream()
        .map(field -> quoted(field.getName()))
        .collect(joining(", ", "COPY " + name() + " (", ") FROM STDIN (FORMAT binary)"));
  }

  /** Returns the statement that drops the table. */
  String drop() {
    return "DROP TABLE " + name();
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
