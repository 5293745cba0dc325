package dev.colonnade.catalog.privilege;

import dev.colonnade.catalog.name.RoleEntry;
import org.jspecify.annotations.Nullable;

/** Roles and privileges of a state of the catalog. */
public interface AccessCatalog {
  /** Returns the role of a name; null if there is none. */
  @Nullable RoleEntry findRole(String name);

  /** Returns the role of an id; null if there is none. */
  @Nullable RoleEntry findRole(int id);

  /** Returns the owner and privileges of an object. */
  ObjectAccess access(int objectId);
}
