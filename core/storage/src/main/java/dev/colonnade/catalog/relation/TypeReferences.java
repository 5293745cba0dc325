package dev.colonnade.catalog.relation;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.PackedKind;
import dev.colonnade.type.UserType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** User-defined types that the columns of a table reference. */
public final class TypeReferences {
  private TypeReferences() {}

  /** Returns the types that the values of all columns of all schema versions contain, by id. */
  public static Map<Integer, UserType> of(SchemaHistory history) {
    Map<Integer, UserType> used = new HashMap<>();
    for (TableSchema schema : history.versions()) {
      for (Column column : schema.columns()) {
        UserType.within(column.type()).forEach(type -> used.put(type.id(), type));
      }
    }
    return used;
  }

  /** Throws UNKNOWN_OBJECT if a type of a column differs from those of the catalog. */
  public static void requireKnown(SchemaHistory history, Collection<UserType> known) {
    for (UserType used : of(history).values()) {
      if (!known.contains(used)) {
        throw new ColonnadeException(
            ErrorCode.UNKNOWN_OBJECT,
            "type of a column differs from the type in the catalog: type=" + used.name());
      }
    }
  }

  /**
   * Returns the ids of the types on which a table depends: those of values, and the domains of the
   * present columns.
   */
  public static Set<Integer> idsOf(SchemaHistory history) {
    Set<Integer> ids = new HashSet<>(of(history).keySet());
    for (Column column : history.latest().columns()) {
      DomainType.Use domain = column.domain();
      if (domain != null && domain.isDomain()) {
        ids.add(domain.domainId());
      }
    }
    return ids;
  }

  /**
   * Returns whether a column is declared with a type: not only with a domain over it.
   *
   * @param asArray whether the column has arrays of the type
   */
  public static boolean isDeclaredWith(Column column, UserType type, boolean asArray) {
    return isDeclaredWith(column.type(), column.domain(), type, asArray);
  }

  /** Variant of {@link #isDeclaredWith(Column, UserType, boolean)} for attributes. */
  public static boolean isDeclaredWith(
      ColumnType stored, DomainType.@Nullable Use domain, UserType type, boolean asArray) {
    if (domain != null) {
      return domain.domainId() == type.id() && domain.isArray() == asArray;
    }
    UserType declared = UserType.declared(stored);
    boolean isArray =
        stored instanceof ColumnType.Packed packed && packed.kind() == PackedKind.ARRAY;
    return declared != null && declared.id() == type.id() && isArray == asArray;
  }
}
