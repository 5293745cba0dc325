package dev.colonnade.sql.function;

import dev.colonnade.sql.type.TypeKind;

/** Names and numbers of things of the catalogue, as a session sees them. */
public interface ObjectNames extends StatementService {
  /**
   * The number of a thing by its name, which may be qualified and quoted; fails with what
   * PostgreSQL says if there is none.
   *
   * @param kind a kind of reference that shows as a name
   */
  long oidOf(TypeKind kind, String name);

  /** What a reference shows as: the name, qualified where needed, or the number itself. */
  String textOf(TypeKind kind, long oid);
}
