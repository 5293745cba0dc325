package dev.colonnade.catalog.restore;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.DefaultClause;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.privilege.AclItem;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Ids of objects in two catalogs: copied objects have new ones, and roles are those of the same
 * names. One thread.
 */
final class CopiedIds {
  private final CatalogSnapshot source;
  private final Map<Integer, Integer> objects = new HashMap<>();
  private final Map<Integer, Integer> roles = new HashMap<>();

  CopiedIds(CatalogSnapshot source, CatalogSnapshot target) {
    this.source = source;
    roles.put(AclItem.PUBLIC, AclItem.PUBLIC);
    for (RoleEntry role : source.roles()) {
      boolean isBuiltIn =
          role.id() < BuiltIns.FIRST_OBJECT_ID && target.findRole(role.id()) != null;
      RoleEntry same = isBuiltIn ? target.findRole(role.id()) : target.findRole(role.name());
      if (same != null) {
        roles.put(role.id(), same.id());
      }
    }
  }

  /** Notes the id of the copy of an object. */
  void put(int before, int after) {
    objects.put(before, after);
  }

  /** Returns the ids of the objects that are copied. */
  Set<Integer> copied() {
    return Set.copyOf(objects.keySet());
  }

  /** Returns whether an object is copied. */
  boolean has(int before) {
    return objects.containsKey(before);
  }

  /** Returns the id of the copy of an object. */
  int of(int before) {
    Integer after = objects.get(before);
    if (after == null) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "object of another database is referenced: id=" + before);
    }
    return after;
  }

  /** Returns the schemas of a search path: copies, and those that every database has. */
  List<Integer> path(List<Integer> before) {
    List<Integer> path = new ArrayList<>();
    for (int schemaId : before) {
      if (has(schemaId)) {
        path.add(of(schemaId));
      } else if (source.findSchema(schemaId) == null) {
        path.add(schemaId);
      }
    }
    return path;
  }

  /** Returns the text of an expression, with the copies of sequences. */
  String text(String before) {
    return DefaultClause.withSequences(before, this::of);
  }

  /** Returns the id of the role of the same name. */
  int role(int before) {
    Integer after = roles.get(before);
    if (after == null) {
      throw missing(List.of(before));
    }
    return after;
  }

  /** Throws UNKNOWN_OBJECT unless all roles exist. */
  void requireRoles(List<Integer> required) {
    List<Integer> absent = required.stream().filter(id -> !roles.containsKey(id)).toList();
    if (!absent.isEmpty()) {
      throw missing(absent);
    }
  }

  private ColonnadeException missing(List<Integer> roleIds) {
    TreeSet<String> names = new TreeSet<>();
    for (int id : roleIds) {
      RoleEntry role = source.findRole(id);
      names.add(role == null ? Integer.toString(id) : role.name());
    }
    return new ColonnadeException(
        ErrorCode.UNKNOWN_OBJECT,
        "role \"%s\" does not exist".formatted(names.first()),
        ErrorFields.NONE
            .withDetail(
                "Objects of the database belong to roles, or are granted to roles, that do not"
                    + " exist here: "
                    + String.join(", ", names)
                    + '.')
            .withHint("Create them, and restore again."));
  }
}
