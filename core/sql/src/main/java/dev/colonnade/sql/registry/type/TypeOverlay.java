package dev.colonnade.sql.registry.type;

import org.jspecify.annotations.Nullable;

/** Types of a catalog: enums, domains, composite types, and the arrays of these. */
public interface TypeOverlay {
  /** Absence of such types. */
  TypeOverlay NONE =
      new TypeOverlay() {
        @Override
        public @Nullable Type find(long oid) {
          return null;
        }

        @Override
        public @Nullable Type find(String schema, String name) {
          return null;
        }
      };

  /** Returns the type of an OID; null if there is none. */
  @Nullable Type find(long oid);

  /** Returns the type of a name in a schema; null if there is none. */
  @Nullable Type find(String schema, String name);
}
