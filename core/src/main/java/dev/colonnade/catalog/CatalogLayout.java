package dev.colonnade.catalog;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.nio.ByteBuffer;

/**
 * The records of the catalogue in {@code META}. Integers in values are little-endian, those in keys
 * big-endian; {@code text} is a u16 of its bytes followed by UTF-8; every value begins with a u8,
 * the {@link #FORMAT} of the record.
 *
 * <pre>
 *   key                          value
 *   catalog/state                u8 format | u64 catalogue version | u32 next object id
 *   catalog/enum/  + u32 id      u8 format | text name | u32 n | n x (u32 rank, text label)
 *   catalog/table/ + u32 id      u8 format | text name | u16 n | n x schema version
 *                                [ u16 n | n x (u32 column id, text expression) ]  the defaults,
 *                                if there are any
 *                                [ rules ]  in format 2, which has a list of defaults in any case
 *
 *   schema version    u16 version
 *                     u16 n | n x column
 *                     u8 n  | n x (u32 column id, u8 direction)            the primary key
 *                     u8 n  | n x (u8 id, text name, u16 m, m x u32 column id)  the families
 *   column            u32 id | text name | type | u8 flags | default value, if flagged
 *   type              u8 code, then NUMERIC: u8 precision, u8 scale; VARCHAR and CHAR: u32 length;
 *                     enum: u32 id of the enum record
 *   default value     BOOLEAN u8; SMALLINT u16; 4 bytes; 8 bytes; 16 bytes, upper half first;
 *                     variable-width: u32 bytes, bytes
 *   rules             text name of the key, empty if it has none of its own | u16 next index id
 *                     u16 n | n x index | u16 n | n x check | u16 n | n x foreign key
 *   index             u16 id | text name | u8 kind | u8 state
 *                     u8 n | n x (u32 column id, u8 direction) | ids of included columns
 *                     u8 1 if it is partial, then condition
 *   check             text name | condition
 *   condition         text expression | ids of its columns
 *   foreign key       text name | ids of columns | u32 table id | ids of its columns
 *                     u8 action on delete | u8 action on update
 *   ids               u16 n | n x u32
 * </pre>
 *
 * <p>The state record changes with every change of the catalogue. Rows hold ranks of enum labels,
 * so that columns name their enum by id and see labels that were added later.
 */
final class CatalogLayout {
  /** The format of all records. */
  static final int FORMAT = 1;

  /** The format of the record of a table that has indexes or constraints. */
  static final int FORMAT_WITH_RULES = 2;

  static final Key STATE_KEY = Key.wrap("catalog/state".getBytes(US_ASCII));

  static final int FLAG_NULLABLE = 0x01;
  static final int FLAG_DEFAULT = 0x02;

  static final int ASCENDING = 0;
  static final int DESCENDING = 1;

  private static final byte[] ENUM_PREFIX = "catalog/enum/".getBytes(US_ASCII);
  private static final byte[] TABLE_PREFIX = "catalog/table/".getBytes(US_ASCII);

  private CatalogLayout() {}

  static Key enumKey(int enumId) {
    return withId(ENUM_PREFIX, enumId);
  }

  static Key tableKey(int tableId) {
    return withId(TABLE_PREFIX, tableId);
  }

  /** All enum records. */
  static KeySpan enumSpan() {
    return KeySpan.prefix(Key.wrap(ENUM_PREFIX));
  }

  /** All table records. */
  static KeySpan tableSpan() {
    return KeySpan.prefix(Key.wrap(TABLE_PREFIX));
  }

  /** The id that a key of a table or enum record ends with. */
  static int idOf(Key key) {
    return ByteBuffer.wrap(key.bytes()).getInt(key.length() - Integer.BYTES);
  }

  private static Key withId(byte[] prefix, int id) {
    return Key.wrap(
        ByteBuffer.allocate(prefix.length + Integer.BYTES).put(prefix).putInt(id).array());
  }
}
