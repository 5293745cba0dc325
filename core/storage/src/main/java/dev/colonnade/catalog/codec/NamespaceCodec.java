package dev.colonnade.catalog.codec;

import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.RoleMembership;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.key.Key;
import java.util.ArrayList;
import java.util.List;
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
    List<RoleMembership> memberships = role.memberships();
    CatalogRecordWriter out =
        record(role.name())
            .putByte(
                (role.canLogin() ? CatalogLayout.FLAG_LOGIN : 0)
                    | (role.isSuperuser() ? CatalogLayout.FLAG_SUPERUSER : 0)
                    | (memberships.isEmpty() ? 0 : CatalogLayout.FLAG_MEMBERSHIPS))
            .putText(verifier == null ? "" : verifier);
    if (!memberships.isEmpty()) {
      out.putInt(memberships.size());
      memberships.forEach(
          membership ->
              out.putInt(membership.roleId())
                  .putInt(membership.grantorId())
                  .putByte(membership.hasAdminOption() ? 1 : 0));
    }
    return out.toByteArray();
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
    List<RoleMembership> memberships =
        (flags & CatalogLayout.FLAG_MEMBERSHIPS) == 0 ? List.of() : memberships(in);
    in.requireEnd();
    return new RoleEntry(
        CatalogLayout.idOf(key),
        name,
        (flags & CatalogLayout.FLAG_LOGIN) != 0,
        (flags & CatalogLayout.FLAG_SUPERUSER) != 0,
        verifier.isEmpty() ? null : verifier,
        memberships);
  }

  private static List<RoleMembership> memberships(CatalogRecordReader in) {
    int count = in.readCount();
    List<RoleMembership> memberships = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      memberships.add(new RoleMembership(in.readInt(), in.readInt(), in.readByte() == 1));
    }
    return memberships;
  }

  private static CatalogRecordWriter record(String name) {
    return new CatalogRecordWriter().putByte(CatalogLayout.FORMAT).putText(name);
  }
}
