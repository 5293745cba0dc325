package dev.colonnade.sql.system;

import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.name.SchemaEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something with columns, as {@code pg_class} lists it.
 *
 * @param kind as {@code pg_class.relkind} says it: r, v, i or S
 * @param typeOid the type of its rows; 0 for indexes
 * @param table null unless it is a table of a user's
 * @param definition the query of a view, or null
 */
record Relation(
    long oid,
    String name,
    Schema schema,
    char kind,
    long typeOid,
    List<Attribute> attributes,
    @Nullable Table table,
    @Nullable String definition) {
  static final char TABLE = 'r';
  static final char VIEW = 'v';
  static final char INDEX = 'i';
  static final char SEQUENCE = 'S';

  /**
   * A schema.
   *
   * @param id in the catalogue; {@link #NO_ID} for those of the system
   */
  record Schema(long oid, String name, int id) {
    static final int NO_ID = -1;

    /** The one that every database begins with. */
    boolean isPublic() {
      return oid == SystemOids.PUBLIC;
    }

    boolean isOfSystem() {
      return SystemTables.isSystemSchema(name);
    }

    /** Whether what is in it goes with a session. */
    boolean isTemporary() {
      return name.startsWith(SchemaEntry.TEMPORARY_PREFIX);
    }
  }

  /**
   * A column.
   *
   * @param number from 1, never used again within the relation
   * @param defaultText the expression of its default, or null
   * @param identity as {@code attidentity} says it: a, d or nothing
   */
  record Attribute(
      int number,
      String name,
      long typeOid,
      int modifier,
      boolean required,
      @Nullable String defaultText,
      String identity) {
    /** A column that is no identity. */
    Attribute(
        int number,
        String name,
        long typeOid,
        int modifier,
        boolean required,
        @Nullable String defaultText) {
      this(number, name, typeOid, modifier, required, defaultText, "");
    }

    /** The same with the type of a view's column. */
    Attribute typed(ViewColumn column) {
      return new Attribute(
          number,
          name,
          column.stored() == null
              ? SystemTypes.oidOf(column.type())
              : SystemTypes.oidOf(column.stored()),
          column.stored() == null
              ? SystemTypes.NO_MODIFIER
              : SystemTypes.modifierOf(column.stored()),
          required,
          defaultText,
          identity);
    }
  }

  Relation {
    attributes = List.copyOf(attributes);
  }

  boolean isSystem() {
    return schema.isOfSystem();
  }

  /** The column of a number, or null. */
  @Nullable Attribute attribute(int number) {
    return attributes.stream()
        .filter(attribute -> attribute.number() == number)
        .findFirst()
        .orElse(null);
  }
}
