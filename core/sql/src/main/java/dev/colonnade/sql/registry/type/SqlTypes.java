package dev.colonnade.sql.registry.type;

import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;

/** Types of parameters of clients, as executions convert their values. */
public final class SqlTypes {
  private static final BaseTypes BASE = new BaseTypes();

  private SqlTypes() {}

  /** Returns the types of values that clients give. */
  public static List<SqlType> of(List<TypeReference> references) {
    List<SqlType> types = new ArrayList<>(references.size());
    for (TypeReference reference : references) {
      types.add(of(reference.type()));
    }
    return types;
  }

  private static SqlType of(Type type) {
    TypeKind kind = type.kind() == null ? TypeKind.UNKNOWN : type.kind();
    if (kind != TypeKind.ARRAY) {
      return SqlType.of(kind);
    }
    Type element = BASE.find(type.elementOid());
    // Elements of types of the catalog are labels.
    return SqlType.arrayOf(element == null ? SqlType.of(TypeKind.TEXT) : of(element));
  }
}
