package dev.colonnade.sql.definition.lookup;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.analyze.type.TypeNames;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.TypeName;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.UserType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Look-up of the types that definitions name, with PostgreSQL's errors. */
public final class TypeLookup {
  private final StatementAnalysis analysis;

  /** Creates a look-up. */
  public TypeLookup(StatementAnalysis analysis) {
    this.analysis = requireNonNull(analysis, "analysis is null");
  }

  /** Type that a name finds. */
  public sealed interface Target {
    /** Returns the name in messages. */
    String text();
  }

  /** Type that a statement has defined. */
  public record OfUser(UserType type, String text) implements Target {}

  /** Type of the rows of a table or view. */
  public record OfRows(Relation relation, String text) implements Target {}

  /** Type of the system. */
  public record OfSystem(Type type) implements Target {
    @Override
    public String text() {
      return type.sqlName();
    }
  }

  /**
   * Returns the type of a name.
   *
   * @throws ColonnadeException UNKNOWN_SCHEMA, UNKNOWN_OBJECT
   */
  public Target require(QualifiedName name) {
    NameScope names = analysis.names();
    UserType found = names.findType(name.parts());
    if (found != null) {
      return new OfUser(found, shown(found, name));
    }
    Relation relation = names.findRelation(name.parts());
    if (relation != null && !(relation instanceof SequenceEntry)) {
      return new OfRows(relation, names.nameOf(relation));
    }
    Type type = type(new TypeName(name, List.of(), null, TypeName.Array.NONE, name.position()));
    return new OfSystem(type);
  }

  private String shown(UserType type, QualifiedName name) {
    UserType visible = analysis.names().findType(List.of(type.name()));
    boolean isVisible = visible != null && visible.id() == type.id();
    return isVisible || name.parts().size() == 1
        ? NameScope.quoted(type.name())
        : NameScope.quoted(name.parts().get(name.parts().size() - 2))
            + "."
            + NameScope.quoted(type.name());
  }

  /**
   * Returns the type of an argument. Errors have no position.
   *
   * @throws ColonnadeException UNKNOWN_SCHEMA, UNKNOWN_OBJECT
   */
  public Type type(TypeName name) {
    RelationLookup.requireSchema(analysis.names(), name.name());
    try {
      return new TypeNames(analysis).resolve(name).type();
    } catch (ColonnadeException e) {
      throw e.with(e.fields().withPosition(0));
    }
  }

  /** Returns the enum of a name; WRONG_OBJECT_TYPE if the type is no enum. */
  public EnumType requireEnum(QualifiedName name) {
    Target target = require(name);
    if (target instanceof OfUser(EnumType type, _)) {
      return type;
    }
    throw new ColonnadeException(ErrorCode.WRONG_OBJECT_TYPE, target.text() + " is not an enum");
  }

  /** Returns the domain of a name; WRONG_OBJECT_TYPE if the type is no domain. */
  public DomainType requireDomain(QualifiedName name) {
    Target target = require(name);
    if (target instanceof OfUser(DomainType type, _)) {
      return type;
    }
    throw new ColonnadeException(ErrorCode.WRONG_OBJECT_TYPE, target.text() + " is not a domain");
  }

  /** Returns the enum that a type is; null if the type is none. */
  public @Nullable EnumType enumOf(Type type) {
    return CatalogTypes.enumOf(analysis.names(), type);
  }

  /** Throws DUPLICATE_OBJECT if a type has the name, which may be the type of a relation's rows. */
  public static void requireFree(CatalogSnapshot catalog, ObjectName name) {
    Relation relation = catalog.findRelation(name);
    boolean isOfRows = relation != null && !(relation instanceof SequenceEntry);
    if (isOfRows || catalog.findType(name) != null) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_OBJECT, "type \"%s\" already exists".formatted(name.name()));
    }
  }

  /**
   * Variant of {@link #requireFree} for a type of rows: DUPLICATE_TABLE if another one has the
   * name, since those are relations in PostgreSQL.
   */
  public static void requireFreeForRows(CatalogSnapshot catalog, ObjectName name) {
    Relation relation = catalog.findRelation(name);
    boolean isOfRows = relation != null && !(relation instanceof SequenceEntry);
    if (isOfRows || catalog.findType(name) instanceof CompositeType) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_TABLE, "relation \"%s\" already exists".formatted(name.name()));
    }
    requireFree(catalog, name);
  }
}
