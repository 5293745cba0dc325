package dev.colonnade.sql.registry.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.TypeKind;
import org.jspecify.annotations.Nullable;

/** Type of SQL without a modifier. Two types are equal if their OIDs are. */
public final class Type {
  /** Absence of an OID. */
  public static final int NONE = 0;

  /** Absence of a modifier. */
  static final int NO_MODIFIER = -1;

  /**
   * Name of a type.
   *
   * @param name in the catalog
   * @param sqlName as error messages and {@code format_type} show it, without a modifier
   */
  public record Name(String schema, String name, String sqlName) {
    /** Schema of the built-in types. */
    public static final String SYSTEM_SCHEMA = "pg_catalog";

    public Name {
      requireNonNull(schema, "schema is null");
      requireNonNull(name, "name is null");
      requireNonNull(sqlName, "sqlName is null");
    }
  }

  /**
   * Classification of a type.
   *
   * @param isPreferred whether the type is the preferred one of its category
   * @param kind of the values in executions; null if this database has no such values
   */
  public record Classification(
      TypeForm form, TypeCategory category, boolean isPreferred, @Nullable TypeKind kind) {
    public Classification {
      requireNonNull(form, "form is null");
      requireNonNull(category, "category is null");
    }
  }

  /**
   * Relations of a type with other types.
   *
   * @param subscript how values are subscripted: "array", "raw", "jsonb", "-"
   * @param elementOid the type of elements; {@link #NONE} if there is none
   * @param arrayOid the type of arrays of this type; {@link #NONE} if there is none
   * @param base the type of which a domain is; null for other types
   * @param baseModifier the modifier that a domain declares for that type
   */
  public record Relations(
      String subscript, int elementOid, int arrayOid, @Nullable Type base, int baseModifier) {
    /** Returns the relations of a type that is no domain. */
    public static Relations of(String subscript, int elementOid, int arrayOid) {
      return new Relations(subscript, elementOid, arrayOid, null, NO_MODIFIER);
    }

    /** Returns the relations of a domain. */
    public static Relations ofDomain(int arrayOid, Type base, int baseModifier) {
      return new Relations("-", NONE, arrayOid, base, baseModifier);
    }

    public Relations {
      requireNonNull(subscript, "subscript is null");
    }
  }

  private final int oid;
  private final Name name;
  private final Classification classification;
  private final Relations relations;
  private final TypeStorage storage;
  private final TypeStorage.Functions functions;

  /** Polymorphism of a pseudo-type. */
  private final Polymorphism polymorphism;

  private Type(
      int oid,
      Name name,
      Classification classification,
      Relations relations,
      TypeStorage storage,
      TypeStorage.Functions functions) {
    this.oid = oid;
    this.name = requireNonNull(name, "name is null");
    this.classification = requireNonNull(classification, "classification is null");
    this.relations = requireNonNull(relations, "relations is null");
    this.storage = requireNonNull(storage, "storage is null");
    this.functions = requireNonNull(functions, "functions is null");
    this.polymorphism =
        classification.form == TypeForm.PSEUDO ? Polymorphism.of(name.name) : Polymorphism.NONE;
  }

  /** Returns a type; {@link #with} completes it. */
  public static Type of(int oid, Name name, Classification classification, Relations relations) {
    return new Type(
        oid,
        name,
        classification,
        relations,
        TypeStorage.OF_COMPOSITE,
        TypeStorage.Functions.OF_COMPOSITE);
  }

  /** Returns the same type with this storage and these functions. */
  public Type with(TypeStorage otherStorage, TypeStorage.Functions otherFunctions) {
    return new Type(oid, name, classification, relations, otherStorage, otherFunctions);
  }

  /** Returns the type of arrays of this type. */
  public Type array() {
    boolean isPseudo = classification.form == TypeForm.PSEUDO && oid == TypeOids.RECORD;
    Classification arrayClass =
        new Classification(
            isPseudo ? TypeForm.PSEUDO : TypeForm.BASE,
            isPseudo ? TypeCategory.PSEUDO : TypeCategory.ARRAY,
            false,
            classification.kind == null && !isComposite() ? null : TypeKind.ARRAY);
    return new Type(
        relations.arrayOid,
        new Name(name.schema, "_" + name.name, name.sqlName + "[]"),
        arrayClass,
        Relations.of("array", oid, NONE),
        storage.ofArray(),
        functions.ofArray());
  }

  public int oid() {
    return oid;
  }

  /** Returns the name in the catalog. */
  public String name() {
    return name.name;
  }

  public String schema() {
    return name.schema;
  }

  /** Returns the name as messages and {@code format_type} show it, without a modifier. */
  public String sqlName() {
    return name.sqlName;
  }

  public TypeForm form() {
    return classification.form;
  }

  public TypeCategory category() {
    return classification.category;
  }

  /** Returns whether the type is the preferred one of its category. */
  public boolean isPreferred() {
    return classification.isPreferred;
  }

  /** Returns the kind of the values in executions; null if this database has no such values. */
  public @Nullable TypeKind kind() {
    return classification.kind;
  }

  /** Returns the OID of the type of elements, of an array or of another type with subscripts. */
  public int elementOid() {
    return relations.elementOid;
  }

  /** Returns the OID of the type of arrays of this type; {@link #NONE} if there is none. */
  public int arrayOid() {
    return relations.arrayOid;
  }

  /** Returns how values are subscripted: "array", "raw", "jsonb", "-". */
  public String subscript() {
    return relations.subscript;
  }

  /** Returns the type of which a domain is; null for other types. */
  public @Nullable Type base() {
    return relations.base;
  }

  /** Returns the modifier that a domain declares for the type of which it is; -1 for none. */
  public int baseModifier() {
    return relations.baseModifier;
  }

  public TypeStorage storage() {
    return storage;
  }

  public TypeStorage.Functions functions() {
    return functions;
  }

  public Polymorphism polymorphism() {
    return polymorphism;
  }

  /** Returns whether values are arrays with elements of one type: arrays and vectors. */
  public boolean isArray() {
    return relations.elementOid != NONE && relations.subscript.equals("array");
  }

  public boolean isDomain() {
    return classification.form == TypeForm.DOMAIN;
  }

  public boolean isComposite() {
    return classification.form == TypeForm.COMPOSITE;
  }

  /** Returns whether the type is that of a literal or of a parameter without a type. */
  public boolean isUnknown() {
    return oid == TypeOids.UNKNOWN;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other || (other instanceof Type type && oid == type.oid);
  }

  @Override
  public int hashCode() {
    return oid;
  }

  @Override
  public String toString() {
    return name.sqlName;
  }
}
