package dev.colonnade.sql.frontend.shape;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.analyze.bind.AnalyzedStatement;
import dev.colonnade.sql.frontend.plan.DataPlan;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeForm;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.type.TypeKind;

/** Check of a finished plan: whether other literals could have led to another plan. */
public final class ShareablePlan {
  private ShareablePlan() {}

  /**
   * Returns whether a plan is right for all literals of its shape.
   *
   * @param clientCount number of parameters before those that are literals
   */
  public static boolean test(
      DataPlan plan, int clientCount, int literalCount, CatalogSnapshot catalog) {
    AnalyzedStatement analyzed = plan.analyzed();
    return analyzed.parameterTypes().size() == clientCount + literalCount
        && analyzed.parameterTypes().stream()
            .skip(clientCount)
            .allMatch(ShareablePlan::readsLiterals)
        && analyzed.objectIds().stream().noneMatch(id -> hasPredicate(catalog, id));
  }

  /** Returns whether a literal of a type is read as a parameter of the type is. */
  private static boolean readsLiterals(TypeReference reference) {
    Type type = reference.type();
    TypeKind kind = type.kind();
    if (kind == null
        || type.form() != TypeForm.BASE
        || reference.hasModifier()
        || kind.isNamedReference()) {
      return false;
    }
    return switch (kind) {
      case BOOLEAN, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, NUMERIC -> true;
      case TEXT,
          VARCHAR,
          BYTEA,
          UUID,
          DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMPTZ,
          TIMETZ,
          JSON,
          JSONB,
          INTERVAL,
          OID ->
          true;
      case VARBIT -> true;
      // Their input depends on the length or on blanks.
      case BIT, CHAR, NAME, BYTE_CHAR -> false;
      case INT4RANGE,
          INT8RANGE,
          NUMRANGE,
          TSRANGE,
          TSTZRANGE,
          DATERANGE,
          INT4MULTIRANGE,
          INT8MULTIRANGE,
          NUMMULTIRANGE,
          TSMULTIRANGE,
          TSTZMULTIRANGE,
          DATEMULTIRANGE ->
          false;
      case ARRAY, VOID, UNKNOWN -> false;
      default -> true;
    };
  }

  /** Returns whether a table has an index that only some literals match. */
  private static boolean hasPredicate(CatalogSnapshot catalog, int id) {
    Table table = catalog.findTable(id);
    return table != null
        && table.indexes().stream()
            .map(index -> index.descriptor().definition())
            .anyMatch(index -> index.predicate() != null || !index.expressions().isEmpty());
  }
}
