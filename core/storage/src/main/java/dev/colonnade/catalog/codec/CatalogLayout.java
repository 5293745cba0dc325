package dev.colonnade.catalog.codec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.name.SettingScope;
import dev.colonnade.catalog.privilege.DefaultAclKey;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.UserType;
import java.nio.ByteBuffer;

/**
 * Layout of the catalog records in {@code META}. Integers are little-endian in values and
 * big-endian in keys; {@code text} is a u16 byte count followed by UTF-8; every value begins with a
 * u8, the {@link #FORMAT} of the record.
 *
 * <pre>
 *   key                          value
 *   catalog/state                u8 format | u64 catalog version | u32 next object id
 *   catalog/enum/  + u32 id      u8 format | text name | u32 n | n x (u32 rank, text label)
 *                                [ u32 schema id ]         unless it is public
 *   catalog/table/ + u32 id      u8 format | text name | u16 n | n x schema version
 *                                [ u16 n | n x (u32 column id, text expression) ]  the defaults,
 *                                if there are any
 *                                [ constraints ]  in format 2, which always has a list of defaults
 *
 *   catalog/table/ + u32 id      u8 format 3 | text name | u16 n | n x schema version
 *                                u8 n | n x (u8 tag | u32 bytes | section)
 *   catalog/domain/ + u32 id     u8 format | text name | u32 schema | type | u8 flags
 *                                [ u32 bytes, default ] [ domain ]  if flagged
 *                                u16 n | n x (text name, u32 bytes, expression, u8 validated)
 *   catalog/composite/ + u32 id  u8 format | text name | u32 schema | u16 next attribute id
 *                                u16 n | n x attribute
 *   catalog/view/ + u32 id       u8 format | text name | u32 schema | u32 bytes, query
 *                                u16 n | n x text column | u16 n | n x u32 schema of the path
 *                                u16 n | n x (u32 object id, u32 column id)  dependencies
 *                                [ u8 check option [ u8 flags of security ] ]
 *   catalog/sequence/ + u32 id   u8 format | text name | u32 schema | u64 sequence id | u8 flags
 *                                [ u32 table id, u32 column id ]  the owner, if flagged
 *   catalog/database/ + u32 id   u8 format | text name | [ u8 flags: 1 while it is restored ]
 *   catalog/schema/ + u32 id     u8 format | text name | u32 database id
 *   catalog/role/ + u32 id       u8 format | text name | u8 flags | text verifier
 *                                [ u32 n | n x (u32 role id, u32 grantor id, u8 admin) ]  if 4 is set
 *                                [ u8 flags | u32 connection limit | u64 valid until ]  if 8 is set
 *   catalog/access/ + u32 object id    u8 format | u32 owner id | u8 flags | [ acl ]
 *                                u16 n | n x (u32 column id, acl)
 *   catalog/defaultacl/ + u32 role id + u32 schema id + u8 kind    u8 format | acl
 *   catalog/policies/ + u32 table id   u8 format | u8 flags | u16 n | n x policy
 *   catalog/settings/ + u32 database id + u32 role id    u8 format | u16 n
 *                                n x (text name, u32 bytes, value)
 *   catalog/comment/ + u32 object id + u32 column id    u8 format | u32 bytes, text
 *   catalog/commentpart/ + u32 object id + kind and name of the part    as catalog/comment/
 *   catalog/cleanup/ + u32 id    as catalog/table/: a dropped table to be cleared
 *
 *   section           1: u16 n | n x (u32 column id, text expression)   the defaults
 *                     2: u32 schema id, unless it is public
 *                     3: u16 n | n x (u32 column id, u8 always, u32 sequence)  identities
 *                     4: u16 n | n x (text name, text value)              settings
 *                     5: constraints
 *                     6: u16 n | n x (u32 column id, text SQL, ids of columns)  generated columns
 *                     7: u16 index id | u64 since | u8 flags     place of the rows, if they moved
 *                        [ u16 index id | ids of indexes | text name of the key | u8 n
 *                          n x (u32 column id, u8 direction) ]   if 1 is set
 *                        ids of obsolete places
 *                     8: u16 n | n x (text name, u8 flags)    constraints with flags: 1 if they are
 *                        NOT VALID, 2 if they are NO INHERIT
 *   schema version    u16 version
 *                     u16 n | n x column
 *                     u8 n  | n x (u32 column id, u8 direction)            the primary key
 *                     u8 n  | n x (u8 id, text name, u16 m, m x u32 column id)  the families
 *   column            u32 id | text name | type | u8 flags | default value, if flagged
 *                     domain, if flagged | u32 type modifier, if flagged
 *   attribute         u16 id | text name | type | u8 whether a domain follows | [ domain ]
 *   domain            u32 id | u8 whether the values are arrays of it
 *   type              u8 code, then NUMERIC: u8 precision, u8 scale; VARCHAR and CHAR: u32 length;
 *                     enum, composite type: u32 id of the record
 *   default value     BOOLEAN u8; SMALLINT u16; 4 bytes; 8 bytes; 16 bytes, upper half first;
 *                     variable-width: u32 bytes, bytes
 *   constraints       text name of the primary key, empty if default | u16 next index id
 *                     u16 n | n x index | u16 n | n x check | u16 n | n x foreign key
 *   index             u16 id | text name | u8 kind | u8 state
 *                     u8 n | n x (u32 column id, u8 direction) | ids of included columns
 *                     u8 flags | [ predicate, if 1 is set ] | [ expressions, if 2 is set ]
 *   expressions       u16 n | n x (text name, text SQL, text display, type, ids of columns)
 *   check             text name | predicate
 *   predicate         text expression | ids of its columns
 *   foreign key       text name | ids of columns | u32 table id | ids of its columns
 *                     u8 action on delete | u8 action on update, upper half: timing
 *   ids               u16 n | n x u32
 *   acl               u16 n | n x (u32 grantee id, u32 grantor id, u32 privileges, u32 options)
 *   policy            u32 id | text name | u8 command | u8 flags | ids of roles
 *                     [ u32 bytes, USING ] [ u32 bytes, CHECK ]  if flagged
 * </pre>
 *
 * <p>A built-in database, schema or role needs no record. A record with an empty name and no
 * further fields is a tombstone: the built-in object was dropped.
 *
 * <p>Every change of the catalog rewrites the state record. Rows contain ranks of enum labels, and
 * columns reference their enum by id, so that labels can be added later.
 */
public final class CatalogLayout {
  /** Format of all records except some of tables. */
  static final int FORMAT = 1;

  /** Format of the record of a table with indexes or constraints. */
  static final int FORMAT_WITH_CONSTRAINTS = 2;

  /** Format of the record of a table with sections. */
  static final int FORMAT_SECTIONS = 3;

  public static final Key STATE_KEY = Key.wrap("catalog/state".getBytes(US_ASCII));

  static final int FLAG_NULLABLE = 0x01;
  static final int FLAG_DEFAULT = 0x02;
  static final int FLAG_DOMAIN = 0x04;
  static final int FLAG_MODIFIER = 0x08;

  static final int ASCENDING = 0;
  static final int DESCENDING = 1;

  /** Schema id of dropped enums that are retained because rows may contain their ranks. */
  public static final int NO_SCHEMA = 0;

  static final int FLAG_OWNED = 0x01;
  static final int FLAG_IDENTITY = 0x02;
  static final int FLAG_LOGIN = 0x01;
  static final int FLAG_SUPERUSER = 0x02;
  static final int FLAG_MEMBERSHIPS = 0x04;
  static final int FLAG_OPTIONS = 0x08;

  /** Bytes of the key of default privileges behind its prefix. */
  static final int DEFAULT_ACL_KEY_BYTES = 2 * Integer.BYTES + Byte.BYTES;

  static final int SECTION_DEFAULTS = 1;
  static final int SECTION_SCHEMA = 2;
  static final int SECTION_IDENTITIES = 3;
  static final int SECTION_SETTINGS = 4;
  static final int SECTION_CONSTRAINTS = 5;
  static final int SECTION_GENERATED = 6;
  static final int SECTION_ROWS = 7;
  static final int SECTION_CONSTRAINT_FLAGS = 8;

  static final int FLAG_NOT_VALID = 0x01;
  static final int FLAG_NO_INHERIT = 0x02;

  static final int FLAG_MOVE = 0x01;
  static final int FLAG_RESTORING = 0x01;

  private static final byte[] VIEW_PREFIX = "catalog/view/".getBytes(US_ASCII);
  private static final byte[] SEQUENCE_PREFIX = "catalog/sequence/".getBytes(US_ASCII);
  private static final byte[] DATABASE_PREFIX = "catalog/database/".getBytes(US_ASCII);
  private static final byte[] SCHEMA_PREFIX = "catalog/schema/".getBytes(US_ASCII);
  private static final byte[] ROLE_PREFIX = "catalog/role/".getBytes(US_ASCII);
  private static final byte[] COMMENT_PREFIX = "catalog/comment/".getBytes(US_ASCII);
  private static final byte[] COMMENT_PART_PREFIX = "catalog/commentpart/".getBytes(US_ASCII);
  private static final byte[] ACCESS_PREFIX = "catalog/access/".getBytes(US_ASCII);
  private static final byte[] DEFAULT_ACL_PREFIX = "catalog/defaultacl/".getBytes(US_ASCII);
  private static final byte[] POLICIES_PREFIX = "catalog/policies/".getBytes(US_ASCII);
  private static final byte[] SETTINGS_PREFIX = "catalog/settings/".getBytes(US_ASCII);
  private static final byte[] CLEAN_UP_PREFIX = "catalog/cleanup/".getBytes(US_ASCII);
  private static final byte[] COMPOSITE_PREFIX = "catalog/composite/".getBytes(US_ASCII);
  private static final byte[] DOMAIN_PREFIX = "catalog/domain/".getBytes(US_ASCII);
  private static final byte[] ENUM_PREFIX = "catalog/enum/".getBytes(US_ASCII);
  private static final byte[] TABLE_PREFIX = "catalog/table/".getBytes(US_ASCII);

  private CatalogLayout() {}

  /** Returns the key of the record of a type. */
  public static Key keyOf(UserType type) {
    return switch (type) {
      case EnumType labels -> enumKey(labels.id());
      case DomainType domain -> withId(DOMAIN_PREFIX, domain.id());
      case CompositeType row -> withId(COMPOSITE_PREFIX, row.id());
    };
  }

  /** Returns the span of the records of all composite types. */
  public static KeySpan compositeSpan() {
    return KeySpan.prefix(Key.wrap(COMPOSITE_PREFIX));
  }

  /** Returns the span of all domain records. */
  public static KeySpan domainSpan() {
    return KeySpan.prefix(Key.wrap(DOMAIN_PREFIX));
  }

  public static Key enumKey(int enumId) {
    return withId(ENUM_PREFIX, enumId);
  }

  public static Key tableKey(int tableId) {
    return withId(TABLE_PREFIX, tableId);
  }

  public static Key keyOf(Relation relation) {
    return switch (relation) {
      case Table table -> tableKey(table.id());
      case View view -> withId(VIEW_PREFIX, view.id());
      case SequenceEntry sequence -> withId(SEQUENCE_PREFIX, sequence.id());
    };
  }

  public static Key databaseKey(int id) {
    return withId(DATABASE_PREFIX, id);
  }

  public static Key schemaKey(int id) {
    return withId(SCHEMA_PREFIX, id);
  }

  public static Key roleKey(int id) {
    return withId(ROLE_PREFIX, id);
  }

  public static Key accessKey(int objectId) {
    return withId(ACCESS_PREFIX, objectId);
  }

  public static KeySpan accessSpan() {
    return KeySpan.prefix(Key.wrap(ACCESS_PREFIX));
  }

  public static Key policiesKey(int tableId) {
    return withId(POLICIES_PREFIX, tableId);
  }

  public static KeySpan policiesSpan() {
    return KeySpan.prefix(Key.wrap(POLICIES_PREFIX));
  }

  public static Key defaultAclKey(DefaultAclKey key) {
    return Key.wrap(
        ByteBuffer.allocate(DEFAULT_ACL_PREFIX.length + DEFAULT_ACL_KEY_BYTES)
            .put(DEFAULT_ACL_PREFIX)
            .putInt(key.roleId())
            .putInt(key.scopeId())
            .put((byte) key.kind().code())
            .array());
  }

  public static KeySpan defaultAclSpan() {
    return KeySpan.prefix(Key.wrap(DEFAULT_ACL_PREFIX));
  }

  public static Key settingsKey(SettingScope scope) {
    return Key.wrap(
        ByteBuffer.allocate(SETTINGS_PREFIX.length + 2 * Integer.BYTES)
            .put(SETTINGS_PREFIX)
            .putInt(scope.databaseId())
            .putInt(scope.roleId())
            .array());
  }

  public static SettingScope settingScope(Key key) {
    ByteBuffer in = ByteBuffer.wrap(key.bytes());
    return new SettingScope(
        in.getInt(key.length() - 2 * Integer.BYTES), in.getInt(key.length() - Integer.BYTES));
  }

  public static KeySpan settingsSpan() {
    return KeySpan.prefix(Key.wrap(SETTINGS_PREFIX));
  }

  public static Key cleanUpKey(int tableId) {
    return withId(CLEAN_UP_PREFIX, tableId);
  }

  public static Key commentKey(CommentTarget target) {
    if (target.isPart()) {
      byte[] part = target.part().getBytes(UTF_8);
      return Key.wrap(
          ByteBuffer.allocate(COMMENT_PART_PREFIX.length + Integer.BYTES + part.length)
              .put(COMMENT_PART_PREFIX)
              .putInt(target.objectId())
              .put(part)
              .array());
    }
    return Key.wrap(
        ByteBuffer.allocate(COMMENT_PREFIX.length + 2 * Integer.BYTES)
            .put(COMMENT_PREFIX)
            .putInt(target.objectId())
            .putInt(target.columnId())
            .array());
  }

  public static CommentTarget commentTarget(Key key) {
    ByteBuffer in = ByteBuffer.wrap(key.bytes());
    return new CommentTarget(
        in.getInt(key.length() - 2 * Integer.BYTES), in.getInt(key.length() - Integer.BYTES));
  }

  /** Returns the target of a comment on an index or a constraint. */
  public static CommentTarget commentedPart(Key key) {
    byte[] bytes = key.bytes();
    int start = COMMENT_PART_PREFIX.length + Integer.BYTES;
    return new CommentTarget(
        ByteBuffer.wrap(bytes).getInt(COMMENT_PART_PREFIX.length),
        0,
        new String(bytes, start, bytes.length - start, UTF_8));
  }

  public static KeySpan commentPartSpan() {
    return KeySpan.prefix(Key.wrap(COMMENT_PART_PREFIX));
  }

  public static KeySpan viewSpan() {
    return KeySpan.prefix(Key.wrap(VIEW_PREFIX));
  }

  public static KeySpan sequenceSpan() {
    return KeySpan.prefix(Key.wrap(SEQUENCE_PREFIX));
  }

  public static KeySpan databaseSpan() {
    return KeySpan.prefix(Key.wrap(DATABASE_PREFIX));
  }

  public static KeySpan schemaSpan() {
    return KeySpan.prefix(Key.wrap(SCHEMA_PREFIX));
  }

  public static KeySpan roleSpan() {
    return KeySpan.prefix(Key.wrap(ROLE_PREFIX));
  }

  public static KeySpan commentSpan() {
    return KeySpan.prefix(Key.wrap(COMMENT_PREFIX));
  }

  public static KeySpan cleanUpSpan() {
    return KeySpan.prefix(Key.wrap(CLEAN_UP_PREFIX));
  }

  /** Returns the span of all enum records. */
  public static KeySpan enumSpan() {
    return KeySpan.prefix(Key.wrap(ENUM_PREFIX));
  }

  /** Returns the span of all table records. */
  public static KeySpan tableSpan() {
    return KeySpan.prefix(Key.wrap(TABLE_PREFIX));
  }

  /** Returns the object id at the end of a record's key. */
  public static int idOf(Key key) {
    return ByteBuffer.wrap(key.bytes()).getInt(key.length() - Integer.BYTES);
  }

  private static Key withId(byte[] prefix, int id) {
    return Key.wrap(
        ByteBuffer.allocate(prefix.length + Integer.BYTES).put(prefix).putInt(id).array());
  }
}
