package dev.colonnade.sql.privilege;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.UserType;

/** Checks of owners and privileges for definitions and commands, with PostgreSQL's errors. */
public final class PrivilegeChecks {
  private PrivilegeChecks() {}

  /** Returns the kind of the privileges of a relation. */
  public static SecuredKind kindOf(Relation relation) {
    return relation instanceof SequenceEntry ? SecuredKind.SEQUENCE : SecuredKind.TABLE;
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user has none of some privileges on a relation. */
  public static void requireAny(NameScope names, Relation relation, Privilege... privileges) {
    RolePrivileges user = names.privileges();
    if (!user.isSuperuser()
        && (user.mask(kindOf(relation), relation.id()) & Privilege.mask(privileges)) == 0) {
      throw denied(relation);
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user has not the rights of the owner of a relation. */
  public static void requireOwner(NameScope names, Relation relation) {
    if (!names.privileges().owns(relation.id())) {
      throw notOwner(relation.kind(), relation.name());
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user owns neither a relation nor its schema. */
  public static void requireDrop(NameScope names, Relation relation) {
    if (!isTemporary(names, relation.schemaId()) && !names.privileges().owns(relation.schemaId())) {
      requireOwner(names, relation);
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user owns neither a type nor its schema. */
  public static void requireDrop(NameScope names, UserType type) {
    int schemaId = names.catalog().typeName(type.id()).schemaId();
    if (!isTemporary(names, schemaId) && !names.privileges().owns(schemaId)) {
      requireOwner(names, type);
    }
  }

  private static String nameOf(NameScope names, UserType type) {
    ObjectName name = names.catalog().typeName(type.id());
    SchemaEntry schema = names.catalog().findSchema(name.schemaId());
    boolean isVisible = names.pathIds().contains(name.schemaId());
    return schema == null || isVisible
        ? NameScope.quoted(name.name())
        : NameScope.quoted(schema.name()) + "." + NameScope.quoted(name.name());
  }

  private static boolean isTemporary(NameScope names, int schemaId) {
    SchemaEntry schema = names.catalog().findSchema(schemaId);
    return schema != null && schema.name().equals(names.temporaryName());
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user has not the rights of the owner of a type. */
  public static void requireOwner(NameScope names, UserType type) {
    if (!names.privileges().owns(type.id())) {
      throw notOwner("type", nameOf(names, type));
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user may not use a type in definitions. */
  public static void requireUsage(NameScope names, UserType type) {
    if (!names.privileges().has(Privilege.USAGE, SecuredKind.TYPE, type.id())) {
      throw denied("type", nameOf(names, type));
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user has not the rights of the owner of a schema. */
  public static void requireOwner(NameScope names, SchemaEntry schema) {
    if (!names.privileges().owns(schema.id())) {
      throw notOwner("schema", schema.name());
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user has not the rights of the owner of a database. */
  public static void requireOwner(NameScope names, DatabaseEntry database) {
    if (!names.privileges().owns(database.id())) {
      throw notOwner("database", database.name());
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user may not create objects in a schema. */
  public static void requireCreate(NameScope names, int schemaId) {
    SchemaEntry schema = names.catalog().findSchema(schemaId);
    if (schema == null || schema.name().equals(names.temporaryName())) {
      return;
    }
    if (!names.privileges().has(Privilege.CREATE, SecuredKind.SCHEMA, schemaId)) {
      throw denied("schema", schema.name());
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user lacks a privilege on the current database. */
  public static void require(NameScope names, DatabaseEntry database, Privilege privilege) {
    if (!names.privileges().has(privilege, SecuredKind.DATABASE, database.id())) {
      throw denied("database", database.name());
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE with a message if the user is no superuser. */
  public static void requireSuperuser(NameScope names, String message) {
    if (!names.privileges().isSuperuser()) {
      throw new ColonnadeException(ErrorCode.INSUFFICIENT_PRIVILEGE, message);
    }
  }

  /** Returns the error of a missing privilege on a relation. */
  public static ColonnadeException denied(Relation relation) {
    return denied(relation.kind(), relation.name());
  }

  /** Returns the error of a missing privilege. */
  public static ColonnadeException denied(String kind, String name) {
    return new ColonnadeException(
        ErrorCode.INSUFFICIENT_PRIVILEGE, "permission denied for %s %s".formatted(kind, name));
  }

  /** Returns the error of a user who is not the owner. */
  public static ColonnadeException notOwner(String kind, String name) {
    return new ColonnadeException(
        ErrorCode.INSUFFICIENT_PRIVILEGE, "must be owner of %s %s".formatted(kind, name));
  }
}
