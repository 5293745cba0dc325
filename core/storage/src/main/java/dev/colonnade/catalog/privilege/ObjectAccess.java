package dev.colonnade.catalog.privilege;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Owner and privileges of an object. An object without an entry belongs to the bootstrap superuser
 * and has the default privileges of its kind. Immutable.
 *
 * @param ownerId role that owns the object
 * @param acl null for the default privileges of the kind
 * @param columns privileges of columns of a relation, by column id
 */
public record ObjectAccess(int ownerId, @Nullable Acl acl, Map<Integer, Acl> columns) {
  public ObjectAccess {
    columns = Map.copyOf(columns);
  }

  /** Creates the entry of an object with default privileges. */
  public ObjectAccess(int ownerId) {
    this(ownerId, null, Map.of());
  }

  /** Returns the privileges of the object itself. */
  public Acl effective(SecuredKind kind) {
    return acl == null ? kind.defaultAcl(ownerId) : acl;
  }

  /** Returns the privileges of a column. */
  public Acl column(int columnId) {
    return columns.getOrDefault(columnId, Acl.NONE);
  }

  /** Returns the entry with other privileges of the object. */
  public ObjectAccess with(@Nullable Acl other) {
    return new ObjectAccess(ownerId, other, columns);
  }

  /** Returns the entry with other privileges of a column; an empty list removes them. */
  public ObjectAccess withColumn(int columnId, Acl other) {
    Map<Integer, Acl> changed = new TreeMap<>(columns);
    if (other.items().isEmpty()) {
      changed.remove(columnId);
    } else {
      changed.put(columnId, other);
    }
    return new ObjectAccess(ownerId, acl, changed);
  }

  /** Returns the entry with another owner, to whom the grants of the former one are transferred. */
  public ObjectAccess ownedBy(int newOwnerId) {
    Map<Integer, Acl> changed = new TreeMap<>();
    columns.forEach((id, column) -> changed.put(id, transferred(column, newOwnerId)));
    return new ObjectAccess(newOwnerId, acl == null ? null : transferred(acl, newOwnerId), changed);
  }

  private Acl transferred(Acl before, int newOwnerId) {
    return before.withRoles(id -> id == ownerId ? newOwnerId : id);
  }

  /** Returns whether a role is a grantee or grantor of the privileges. */
  public boolean mentions(int roleId) {
    return (acl != null && acl.mentions(roleId))
        || columns.values().stream().anyMatch(column -> column.mentions(roleId));
  }

  /** Returns the entry without the privileges of a role and those that it has granted. */
  public ObjectAccess without(int roleId) {
    Map<Integer, Acl> changed = new TreeMap<>();
    columns.forEach(
        (id, column) -> {
          Acl less = column.without(roleId);
          if (!less.items().isEmpty()) {
            changed.put(id, less);
          }
        });
    return new ObjectAccess(ownerId, acl == null ? null : acl.without(roleId), changed);
  }
}
