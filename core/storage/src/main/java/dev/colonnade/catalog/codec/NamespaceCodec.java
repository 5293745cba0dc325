package dev.colonnade.catalog.codec;

import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.key.Key;
import org.jspecify.annotations.Nullable;

/**
 * Codec of the records of databases, schemas and roles. A record with an empty name is a tombstone.
 */
public final class NamespaceCodec {
  private NamespaceCodec() {}

  /** Returns the tombstone of a built-in object that was dropped. */
  public static byte[] tombstone() {
    return record("").toByteArray();
  }

  public static byte[] encode(DatabaseEntry database) {
    return record(database.name()).toByteArray();
  }

  public static @Nullable DatabaseEntry decodeDatabase(Key key, byte[] value) {
    CatalogRecordReader in = new CatalogRecordReader(key, value);
    String name = in.readText();
    in.requireEnd();
    return name.isEmpty() ? null : new DatabaseEntry(CatalogLayout.idOf(key), name);
  }

  public static byte[] encode(SchemaEntry schema) {
    return record(schema.name()).putInt(schema.databaseId()).toByteArray();
  }

  public static @Nullable SchemaEntry decodeSchema(Key key, byte[] value) {
    CatalogRecordReader in = new CatalogRecordReader(key, value);
    String name = in.readText();
    if (name.isEmpty()) {
      in.requireEnd();
      return null;
    }
    SchemaEntry schema = new SchemaEntry(CatalogLayout.idOf(key), in.readInt(), name);
    in.requireEnd();
    return schema;
  }

  public static byte[] encode(RoleEntry role) {
    String verifier = role.verifier();
    return record(role.name())
        .putByte(
            (role.canLogin() ? CatalogLayout.FLAG_LOGIN : 0)
                | (role.isSuperuser() ? CatalogLayout.FLAG_SUPERUSER : 0))
        .putText(verifier == null ? "" : verifier)
        .toByteArray();
  }

  public static @Nullable RoleEntry decodeRole(Key key, byte[] value) {
    CatalogRecordReader in = new CatalogRecordReader(key, value);
    String name = in.readText();
    if (name.isEmpty()) {
      in.requireEnd();
      return null;
    }
    int flags = in.readByte();
    String verifier = in.readText();
    in.requireEnd();
    return new RoleEntry(
        CatalogLayout.idOf(key),
        name,
        (flags & CatalogLayout.FLAG_LOGIN) != 0,
        (flags & CatalogLayout.FLAG_SUPERUSER) != 0,
        verifier.isEmpty() ? null : verifier);
  }

  private static CatalogRecordWriter record(String name) {
    return new CatalogRecordWriter().putByte(CatalogLayout.FORMAT).putText(name);
  }
}
