package dev.colonnade.catalog.privilege;

import static dev.colonnade.catalog.privilege.Privilege.CONNECT;
import static dev.colonnade.catalog.privilege.Privilege.CREATE;
import static dev.colonnade.catalog.privilege.Privilege.DELETE;
import static dev.colonnade.catalog.privilege.Privilege.EXECUTE;
import static dev.colonnade.catalog.privilege.Privilege.INSERT;
import static dev.colonnade.catalog.privilege.Privilege.REFERENCES;
import static dev.colonnade.catalog.privilege.Privilege.SELECT;
import static dev.colonnade.catalog.privilege.Privilege.TEMPORARY;
import static dev.colonnade.catalog.privilege.Privilege.TRIGGER;
import static dev.colonnade.catalog.privilege.Privilege.TRUNCATE;
import static dev.colonnade.catalog.privilege.Privilege.UPDATE;
import static dev.colonnade.catalog.privilege.Privilege.USAGE;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Kind of objects with privileges. */
public enum SecuredKind {
  /** Table or view. */
  TABLE(
      'r',
      Privilege.mask(INSERT, SELECT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER),
      Privilege.mask()),
  COLUMN('c', Privilege.mask(INSERT, SELECT, UPDATE, REFERENCES), Privilege.mask()),
  SEQUENCE('S', Privilege.mask(USAGE, SELECT, UPDATE), Privilege.mask()),
  DATABASE('d', Privilege.mask(CREATE, TEMPORARY, CONNECT), Privilege.mask(TEMPORARY, CONNECT)),
  SCHEMA('n', Privilege.mask(USAGE, CREATE), Privilege.mask()),
  TYPE('T', Privilege.mask(USAGE), Privilege.mask(USAGE)),
  FUNCTION('f', Privilege.mask(EXECUTE), Privilege.mask(EXECUTE));

  private final char code;
  private final int all;
  private final int ofPublic;

  SecuredKind(char code, int all, int ofPublic) {
    this.code = code;
    this.all = all;
    this.ofPublic = ofPublic;
  }

  /** Returns the code in the catalog, which is PostgreSQL's {@code defaclobjtype}. */
  public char code() {
    return code;
  }

  /** Returns the kind of a code; null if there is none. */
  public static @Nullable SecuredKind find(char code) {
    for (SecuredKind kind : values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    return null;
  }

  /** Returns the mask of all privileges that objects of the kind have. */
  public int all() {
    return all;
  }

  /** Returns the privileges of a new object of an owner, if nothing else is defined. */
  public Acl defaultAcl(int ownerId) {
    if (this == COLUMN) {
      return Acl.NONE;
    }
    AclItem owner = new AclItem(ownerId, ownerId, all, 0);
    return ofPublic == 0
        ? new Acl(List.of(owner))
        : new Acl(List.of(new AclItem(AclItem.PUBLIC, ownerId, ofPublic, 0), owner));
  }
}
