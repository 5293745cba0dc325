package dev.colonnade.sql.system.object;

import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemTables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Relation as listed by {@code pg_class}.
 *
 * @param kind the value of {@code pg_class.relkind}: r, v, i, c or S
 * @param typeOid the type of its rows; 0 for indexes
 * @param table the user table; null for all other relations
 * @param definition the query of a view, or null
 */
public record SystemRelation(
    long oid,
    String name,
    Schema schema,
    char kind,
    long typeOid,
    List<Attribute> attributes,
    @Nullable Table table,
    @Nullable String definition) {
  public static final char TABLE = 'r';
  public static final char VIEW = 'v';
  public static final char INDEX = 'i';
  public static final char COMPOSITE = 'c';
  static final char SEQUENCE = 'S';

  /**
   * Schema.
   *
   * @param id the catalog id; {@link #NO_ID} for system schemas
   */
  public record Schema(long oid, String name, int id) {
    static final int NO_ID = -1;

    /** Returns whether this is the schema {@code public}, which every database initially has. */
    public boolean isPublic() {
      return oid == SystemOids.PUBLIC;
    }

    public boolean isOfSystem() {
      return SystemTables.isSystemSchema(name);
    }

    /** Returns whether its objects are dropped when their session ends. */
    public boolean isTemporary() {
      return name.startsWith(SchemaEntry.TEMPORARY_PREFIX);
    }
  }

  /**
   * Column of a relation.
   *
   * @param number id of the column, from 1, never reused within the relation
   * @param attnum number for clients, in the order of the columns
   * @param defaultText the stored expression of its default, or null; {@link
   *     SystemCatalogView#defaultText} returns it as the session would write it
   * @param identity the value of {@code attidentity}: a, d or empty
   * @param isGenerated whether the default is the expression of a generated column
   */
  public record Attribute(
      int number,
      String name,
      long typeOid,
      int modifier,
      boolean required,
      @Nullable String defaultText,
      String identity,
      boolean isGenerated,
      int attnum) {
    /** Creates a column that is not an identity column. */
    public Attribute(
        int number,
        String name,
        long typeOid,
        int modifier,
        boolean required,
        @Nullable String defaultText) {
      this(number, name, typeOid, modifier, required, defaultText, "", false, number);
    }

    /** Returns a copy with the type of a view's column. */
    Attribute typed(SystemCatalogSource.ViewColumn column) {
      return new Attribute(
          number,
          name,
          column.typeOid(),
          column.modifier(),
          required,
          defaultText,
          identity,
          isGenerated,
          attnum);
    }
  }

  public SystemRelation {
    attributes = List.copyOf(attributes);
  }

  public boolean isSystem() {
    return schema.isOfSystem();
  }

  /** Returns the numbers of columns for clients. */
  public List<Integer> attnums(List<Integer> numbers) {
    return numbers.stream().map(this::attnum).toList();
  }

  /** Returns the number of a column for clients; the number itself if there is no column. */
  public int attnum(int number) {
    Attribute found = attribute(number);
    return found == null ? number : found.attnum();
  }

  /** Returns the number of the column that has a number for clients; 0 if there is none. */
  public int ofAttnum(int attnum) {
    return attributes.stream()
        .filter(attribute -> attribute.attnum() == attnum)
        .mapToInt(Attribute::number)
        .findFirst()
        .orElse(0);
  }

  /** Returns the column of a number, or null. */
  public @Nullable Attribute attribute(int number) {
    return attributes.stream()
        .filter(attribute -> attribute.number() == number)
        .findFirst()
        .orElse(null);
  }
}
