package dev.colonnade.server.auth;

import dev.colonnade.catalog.name.RoleEntry;
import org.jspecify.annotations.Nullable;

/** Lookup of the roles that SQL creates and alters. */
@FunctionalInterface
public interface RoleLookup {
  /** Returns the current role of this name; null if there is none. Never blocks. */
  @Nullable RoleEntry find(String name);
}
