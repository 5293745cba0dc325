package dev.colonnade.sql.definition.privilege;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.ObjectAccess;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import java.util.List;

/** Changes of owners, with the checks of OWNER TO. */
public final class Ownership {
  private Ownership() {}

  /** Object whose owner changes: its id, its kind and name in messages, and its schema. */
  public record Target(int id, String word, String name, int schemaId) {
    /** Schema id of an object that is in none. */
    public static final int NO_SCHEMA = 0;
  }

  /**
   * Throws INSUFFICIENT_PRIVILEGE if the user is not the owner, not a member of the new owner, or
   * the new owner may not create objects in the schema.
   */
  public static void require(NameScope names, Target target, RoleEntry owner) {
    RolePrivileges user = names.privileges();
    if (user.isSuperuser() || names.catalog().access(target.id()).ownerId() == owner.id()) {
      return;
    }
    if (!user.owns(target.id())) {
      throw PrivilegeChecks.notOwner(target.word(), target.name());
    }
    new RoleRights(user).requireMember(owner);
    if (target.schemaId() != Target.NO_SCHEMA) {
      RolePrivileges next = RolePrivileges.of(names.catalog(), owner.id(), names.database().id());
      if (!next.has(Privilege.CREATE, SecuredKind.SCHEMA, target.schemaId())) {
        SchemaEntry schema = names.catalog().findSchema(target.schemaId());
        throw PrivilegeChecks.denied("schema", schema == null ? "" : schema.name());
      }
    }
  }

  /** Changes the owner of an object, and of the sequences that belong to a table. */
  public static void change(CatalogEdit edit, int objectId, int ownerId) {
    ObjectAccess access = edit.snapshot().access(objectId);
    if (access.ownerId() != ownerId) {
      edit.changeAccess(objectId, access.ownedBy(ownerId));
    }
    if (edit.snapshot().findRelation(objectId) instanceof Table) {
      for (Relation relation : List.copyOf(edit.snapshot().relations())) {
        if (relation instanceof SequenceEntry sequence && sequence.isOwnedBy(objectId)) {
          change(edit, sequence.id(), ownerId);
        }
      }
    }
  }
}
