package dev.colonnade.catalog.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.RoleMembership;
import dev.colonnade.catalog.name.RoleOptions;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.key.Key;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Codec of the records of databases, schemas and roles. A record with an empty name is a tombstone.
 */
public final class NamespaceCodec {
  private static final int FLAG_CREATE_DATABASES = 0x01;
  private static final int FLAG_CREATE_ROLES = 0x02;
  private static final int FLAG_NO_INHERIT = 0x04;
  private static final int FLAG_REPLICATION = 0x08;
  private static final int FLAG_BYPASS_ROW_SECURITY = 0x10;
  private static final int FLAG_VALID_UNTIL = 0x20;

  private NamespaceCodec() {}

  /** Returns the tombstone of a built-in object that was dropped. */
  public static byte[] tombstone() {
    return record("").toByteArray();
  }

  public static byte[] encode(DatabaseEntry database) {
    CatalogRecordWriter out = record(database.name());
    return (database.isRestoring() ? out.putByte(CatalogLayout.FLAG_RESTORING) : out).toByteArray();
  }

  public static @Nullable DatabaseEntry decodeDatabase(Key key, byte[] value) {
    CatalogRecordReader in = new CatalogRecordReader(key, value);
    String name = in.readText();
    boolean isRestoring = !in.isAtEnd() && in.readByte() == CatalogLayout.FLAG_RESTORING;
    in.requireEnd();
    return name.isEmpty() ? null : new DatabaseEntry(CatalogLayout.idOf(key), name, isRestoring);
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
    boolean hasOptions = !role.options().equals(RoleOptions.DEFAULT);
    CatalogRecordWriter out =
        record(role.name())
            .putByte(
                (role.canLogin() ? CatalogLayout.FLAG_LOGIN : 0)
                    | (role.isSuperuser() ? CatalogLayout.FLAG_SUPERUSER : 0)
                    | (memberships.isEmpty() ? 0 : CatalogLayout.FLAG_MEMBERSHIPS)
                    | (hasOptions ? CatalogLayout.FLAG_OPTIONS : 0))
            .putText(verifier == null ? "" : verifier);
    if (!memberships.isEmpty()) {
      out.putInt(memberships.size());
      memberships.forEach(
          membership ->
              out.putInt(membership.roleId())
                  .putInt(membership.grantorId())
                  .putByte(membership.hasAdminOption() ? 1 : 0));
    }
    if (hasOptions) {
      put(out, role.options());
    }
    return out.toByteArray();
  }

  private static void put(CatalogRecordWriter out, RoleOptions options) {
    Long validUntil = options.validUntilMicros();
    out.putByte(
            (options.createsDatabases() ? FLAG_CREATE_DATABASES : 0)
                | (options.createsRoles() ? FLAG_CREATE_ROLES : 0)
                | (options.inherits() ? 0 : FLAG_NO_INHERIT)
                | (options.replicates() ? FLAG_REPLICATION : 0)
                | (options.bypassesRowSecurity() ? FLAG_BYPASS_ROW_SECURITY : 0)
                | (validUntil == null ? 0 : FLAG_VALID_UNTIL))
        .putInt(options.connectionLimit());
    if (validUntil != null) {
      out.putLong(validUntil);
    }
  }

  private static RoleOptions options(CatalogRecordReader in) {
    int flags = in.readByte();
    int limit = in.readInt();
    Long validUntil = (flags & FLAG_VALID_UNTIL) == 0 ? null : in.readLong();
    return new RoleOptions(
        (flags & FLAG_CREATE_DATABASES) != 0,
        (flags & FLAG_CREATE_ROLES) != 0,
        (flags & FLAG_NO_INHERIT) == 0,
        (flags & FLAG_REPLICATION) != 0,
        (flags & FLAG_BYPASS_ROW_SECURITY) != 0,
        limit,
        validUntil);
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
    RoleOptions options =
        (flags & CatalogLayout.FLAG_OPTIONS) == 0 ? RoleOptions.DEFAULT : options(in);
    in.requireEnd();
    return new RoleEntry(
        CatalogLayout.idOf(key),
        name,
        (flags & CatalogLayout.FLAG_LOGIN) != 0,
        (flags & CatalogLayout.FLAG_SUPERUSER) != 0,
        verifier.isEmpty() ? null : verifier,
        memberships,
        options);
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

  public static byte[] encode(Map<String, String> settings) {
    CatalogRecordWriter out = new CatalogRecordWriter().putByte(CatalogLayout.FORMAT);
    out.putShort(settings.size());
    settings.forEach((name, value) -> out.putText(name).putBytes(value.getBytes(UTF_8)));
    return out.toByteArray();
  }

  /** Returns the stored settings by name, in the order in which they were set. */
  public static Map<String, String> decodeSettings(Key key, byte[] value) {
    CatalogRecordReader in = new CatalogRecordReader(key, value);
    Map<String, String> settings = new LinkedHashMap<>();
    for (int left = in.readShort(); left > 0; left--) {
      settings.put(in.readText(), new String(in.readBytes(), UTF_8));
    }
    in.requireEnd();
    return Collections.unmodifiableMap(settings);
  }
}
