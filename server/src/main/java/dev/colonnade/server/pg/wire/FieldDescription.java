package dev.colonnade.server.pg.wire;

import static java.util.Objects.requireNonNull;

/**
 * Column of a RowDescription.
 *
 * @param tableOid OID of the table if the column is a plain table column; 0 for none
 * @param columnNumber attribute number in that table; 0 for none
 * @param typeSize in bytes; negative for types of variable width
 * @param typeModifier for example the length of a varchar; -1 for none
 * @param format 0 for text, 1 for binary
 */
public record FieldDescription(
    String name,
    int tableOid,
    int columnNumber,
    int typeOid,
    int typeSize,
    int typeModifier,
    short format) {
  public FieldDescription {
    requireNonNull(name, "name is null");
  }
}
