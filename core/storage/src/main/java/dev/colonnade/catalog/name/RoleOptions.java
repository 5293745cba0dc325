package dev.colonnade.catalog.name;

import org.jspecify.annotations.Nullable;

/**
 * Attributes of a role beside LOGIN, SUPERUSER and its password.
 *
 * @param createsDatabases CREATEDB
 * @param createsRoles CREATEROLE
 * @param inherits whether it has the privileges of the roles that it is a member of (INHERIT)
 * @param replicates REPLICATION
 * @param bypassesRowSecurity BYPASSRLS
 * @param connectionLimit maximum number of its connections; {@link #UNLIMITED} for no limit
 * @param validUntilMicros end of the validity of its password in microseconds since 1970-01-01
 *     00:00 UTC; null for no end
 */
public record RoleOptions(
    boolean createsDatabases,
    boolean createsRoles,
    boolean inherits,
    boolean replicates,
    boolean bypassesRowSecurity,
    int connectionLimit,
    @Nullable Long validUntilMicros) {
  public static final int UNLIMITED = -1;

  /** Attributes of a role that was created without options. */
  public static final RoleOptions DEFAULT =
      new RoleOptions(false, false, true, false, false, UNLIMITED, null);

  /** Attributes of the superusers of a new store. */
  static final RoleOptions BOOTSTRAP =
      new RoleOptions(true, true, true, true, true, UNLIMITED, null);
}
