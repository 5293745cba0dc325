package dev.colonnade.server.auth;

import dev.colonnade.catalog.name.RoleEntry;
import org.jspecify.annotations.Nullable;

/** The roles that SQL makes and changes. */
@FunctionalInterface
public interface Roles {
  /** The role of this name as it is now; null if there is none. Never waits. */
  @Nullable RoleEntry find(String name);
}
