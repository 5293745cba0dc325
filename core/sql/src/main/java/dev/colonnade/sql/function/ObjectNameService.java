package dev.colonnade.sql.function;

import dev.colonnade.sql.type.TypeKind;

/** Statement service that resolves catalog object names and OIDs by the session's search path. */
public interface ObjectNameService extends StatementService {
  /**
   * Returns the OID of an object by its name, which may be qualified and quoted; throws
   * PostgreSQL's error if there is none.
   *
   * @param kind a kind for which {@link TypeKind#isNamedReference} is true
   */
  long oidOf(TypeKind kind, String name);

  /**
   * Returns the display form of a reference: the name, qualified where needed, or the number
   * itself.
   */
  String textOf(TypeKind kind, long oid);
}
