package dev.colonnade.catalog;

import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.catalog.privilege.RowSecurity;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.catalog.relation.Relation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Objects that a computation has looked up in a catalog, and those that it has not found. What it
 * computed is valid for another state of the catalog in which the same lookups have the same
 * results. One thread; read-only, and safe for many threads, once the computation is over.
 */
public final class CatalogLookups {
  private final Set<Lookup> known = new HashSet<>();
  private final List<Result> results = new ArrayList<>();
  private boolean isUnlimited;

  /** Lookup of one object; null if it finds none. */
  private sealed interface Lookup {
    @Nullable Object in(CatalogSnapshot catalog);
  }

  private record RelationByName(ObjectName name) implements Lookup {
    @Override
    public @Nullable Object in(CatalogSnapshot catalog) {
      return catalog.findRelation(name);
    }
  }

  private record RelationById(int id) implements Lookup {
    @Override
    public @Nullable Object in(CatalogSnapshot catalog) {
      return catalog.findRelation(id);
    }
  }

  private record TypeByName(ObjectName name) implements Lookup {
    @Override
    public @Nullable Object in(CatalogSnapshot catalog) {
      return catalog.findType(name);
    }
  }

  private record TypeById(int id) implements Lookup {
    @Override
    public @Nullable Object in(CatalogSnapshot catalog) {
      return catalog.findNamedType(id);
    }
  }

  private record SchemaByName(int databaseId, String name) implements Lookup {
    @Override
    public @Nullable Object in(CatalogSnapshot catalog) {
      return catalog.findSchema(databaseId, name);
    }
  }

  private record SchemaById(int id) implements Lookup {
    @Override
    public @Nullable Object in(CatalogSnapshot catalog) {
      return catalog.findSchema(id);
    }
  }

  private record OwnerById(int objectId) implements Lookup {
    @Override
    public Object in(CatalogSnapshot catalog) {
      return catalog.access(objectId).ownerId();
    }
  }

  private record SchemaUsage(int schemaId, String user, int databaseId) implements Lookup {
    @Override
    public Object in(CatalogSnapshot catalog) {
      return RolePrivileges.of(catalog, user, databaseId)
          .has(Privilege.USAGE, SecuredKind.SCHEMA, schemaId);
    }
  }

  private record RowSecurityOf(int tableId, int roleId, int databaseId) implements Lookup {
    @Override
    public Object in(CatalogSnapshot catalog) {
      return catalog.rowSecurityOf(tableId, roleId, databaseId);
    }
  }

  private record Result(Lookup lookup, @Nullable Object found) {}

  void relation(ObjectName name, @Nullable Object found) {
    add(new RelationByName(name), found);
  }

  void relation(int id, @Nullable Object found) {
    add(new RelationById(id), found);
  }

  void type(ObjectName name, @Nullable Object found) {
    add(new TypeByName(name), found);
  }

  void type(int id, @Nullable Object found) {
    add(new TypeById(id), found);
  }

  void schema(int databaseId, String name, @Nullable Object found) {
    add(new SchemaByName(databaseId, name), found);
  }

  void schema(int id, @Nullable Object found) {
    add(new SchemaById(id), found);
  }

  void owner(int objectId, int found) {
    add(new OwnerById(objectId), found);
  }

  void usage(int schemaId, String user, int databaseId, boolean found) {
    add(new SchemaUsage(schemaId, user, databaseId), found);
  }

  void rowSecurity(int tableId, int roleId, int databaseId, RowSecurity found) {
    add(new RowSecurityOf(tableId, roleId, databaseId), found);
  }

  /** Records that anything in the catalog may have been read. */
  void all() {
    isUnlimited = true;
  }

  private void add(Lookup lookup, @Nullable Object found) {
    if (known.add(lookup)) {
      results.add(new Result(lookup, found));
    }
  }

  /** Returns whether the lookups have the same results in another state of the catalog. */
  public boolean isSameIn(CatalogSnapshot catalog) {
    if (isUnlimited) {
      return false;
    }
    for (Result result : results) {
      if (!isSame(result.lookup().in(catalog), result.found())) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a relation is the same object; all others are compared by their values. */
  @SuppressWarnings("ReferenceEquality") // a relation that was changed is another object
  private static boolean isSame(@Nullable Object found, @Nullable Object before) {
    return found == before
        || (found != null && !(found instanceof Relation) && found.equals(before));
  }
}
