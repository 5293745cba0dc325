package dev.colonnade.sql.analyze.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeOverlay;
import org.jspecify.annotations.Nullable;

/** Types of a catalog: enums, the row types of tables, and the arrays of both. */
public final class CatalogTypes implements TypeOverlay {
  private final NameScope names;

  public CatalogTypes(NameScope names) {
    this.names = requireNonNull(names, "names is null");
  }

  @Override
  public @Nullable Type find(long oid) {
    requireNonNull(names, "names is null");
    return null;
  }

  @Override
  public @Nullable Type find(String schema, String name) {
    return null;
  }
}
