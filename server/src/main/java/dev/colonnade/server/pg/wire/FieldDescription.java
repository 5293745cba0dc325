package dev.colonnade.server.pg.wire;

import static java.util.Objects.requireNonNull;

/**
 * A column of a RowDescription.
 *
 * @param tableOid of the table that it comes from straight; 0 for none
 * @param columnNumber in that table; 0 for none
 * @param typeSize in bytes; negative if it differs from value to value
 * @param typeModifier such as the length of a varchar; -1 for none
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
