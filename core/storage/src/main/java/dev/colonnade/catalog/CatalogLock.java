package dev.colonnade.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.key.KeyReader;
import dev.colonnade.key.KeyWriter;
import dev.colonnade.key.SortDirection;

/**
 * Lock of an object or a name of the catalog. No row has its key.
 *
 * @param isShared whether others may hold the same lock, shared
 */
public record CatalogLock(Key key, boolean isShared) {
  /** Kind of name; names of one kind are different in their space. */
  enum NameKind {
    RELATION(0),
    TYPE(1),
    SCHEMA(2),
    DATABASE(3),
    ROLE(4);

    private final int number;

    NameKind(int number) {
      this.number = number;
    }
  }

  /** Id of the table in the keys of locks, which no table has. */
  private static final int TABLE_ID = 1;

  private static final int OBJECTS = 1;
  private static final int NAMES = 2;

  /** Result of {@link #objectId} for keys of other locks. */
  public static final int NO_OBJECT = -1;

  private static final Key OBJECT_KEYS = new KeyWriter().begin(TABLE_ID, OBJECTS).toKey();
  private static final int OBJECT_KEY_BYTES = KeyLayout.COLUMNS_OFFSET + Integer.BYTES;

  public CatalogLock {
    requireNonNull(key, "key is null");
  }

  /** Returns the lock of an object that is changed or dropped. */
  public static CatalogLock exclusive(int objectId) {
    return new CatalogLock(keyOf(objectId), false);
  }

  /** Returns the lock of an object that must stay as it is. */
  public static CatalogLock shared(int objectId) {
    return new CatalogLock(keyOf(objectId), true);
  }

  /** Returns the id of the object whose lock has this key; {@link #NO_OBJECT} for other keys. */
  public static int objectId(Key key) {
    if (key.length() != OBJECT_KEY_BYTES || !key.startsWith(OBJECT_KEYS)) {
      return NO_OBJECT;
    }
    KeyReader reader = new KeyReader(key.bytes());
    reader.readTableId();
    reader.readIndexId();
    return reader.readInt(SortDirection.ASCENDING);
  }

  /** Returns the lock of a name in a schema that is given to an object. */
  static CatalogLock name(NameKind kind, ObjectName name) {
    return name(kind, name.schemaId(), name.name());
  }

  /** Returns the lock of a name in a space of names, such as a database for schemas. */
  static CatalogLock name(NameKind kind, int spaceId, String name) {
    Key key =
        new KeyWriter()
            .begin(TABLE_ID, NAMES)
            .putInt(kind.number, SortDirection.ASCENDING)
            .putInt(spaceId, SortDirection.ASCENDING)
            .putBytes(name.getBytes(UTF_8), SortDirection.ASCENDING)
            .toKey();
    return new CatalogLock(key, false);
  }

  private static Key keyOf(int objectId) {
    return new KeyWriter()
        .begin(TABLE_ID, OBJECTS)
        .putInt(objectId, SortDirection.ASCENDING)
        .toKey();
  }
}
