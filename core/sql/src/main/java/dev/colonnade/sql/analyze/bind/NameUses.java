package dev.colonnade.sql.analyze.bind;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.registry.type.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Objects, columns, stars and literals that the text of a query names. One thread. */
public final class NameUses {
  private final Set<Integer> objectIds = new HashSet<>();
  private final Set<Origin> columns = new HashSet<>();
  private final Map<Integer, List<List<String>>> stars = new HashMap<>();
  private final Map<Integer, Integer> relations = new HashMap<>();

  private final Map<Integer, String> typeSchemas = new HashMap<>();
  private final TreeMap<Integer, NamedObject> named = new TreeMap<>();
  private final TreeMap<Integer, Reference> references = new TreeMap<>();
  private final TreeMap<Integer, Field> fields = new TreeMap<>();
  private final TreeMap<Integer, Integer> nameLiterals = new TreeMap<>();
  private final Map<Integer, Integer> rows = new HashMap<>();
  private final Set<Integer> plainItems = new HashSet<>();
  private final Map<Integer, String> itemNames = new HashMap<>();
  private final Map<Integer, Type> literals = new HashMap<>();
  private final Map<Integer, FixedText> fixedTexts = new HashMap<>();

  void addObject(int objectId) {
    objectIds.add(objectId);
  }

  /** Records a column. */
  public void addColumn(Origin column) {
    columns.add(column);
  }

  /**
   * Records the columns of a star.
   *
   * @param position offset of the star or of its qualifier
   * @param names of the columns, each with the names that qualify it
   */
  public void addStar(int position, List<List<String>> names) {
    stars.put(position, new ArrayList<>(names));
  }

  /** Records a relation that the text names at a position without its schema. */
  public void addRelation(int position, int relationId) {
    relations.put(position, relationId);
  }

  /**
   * Relation of FROM or type that a text names.
   *
   * @param objectId of the catalog
   * @param partCount number of identifiers of the name
   */
  public record NamedObject(int objectId, int partCount) {}

  /** Records a relation or a type that the text names at a position. */
  public void addNamed(int position, NamedObject object) {
    named.put(position, object);
  }

  /** Returns the relations of FROM and the types, by their positions, in the order of the text. */
  public SortedMap<Integer, NamedObject> named() {
    return Collections.unmodifiableSortedMap(named);
  }

  /**
   * Reference to a column of a relation of FROM, or of the table of an expression.
   *
   * @param names as they are written
   * @param relationId id of the table or view
   * @param columnNumber as in {@link Origin}
   * @param isByRelation whether the name of the relation, and no alias, qualifies the column
   */
  public record Reference(
      List<String> names, int relationId, int columnNumber, boolean isByRelation) {
    public Reference {
      names = List.copyOf(names);
    }
  }

  /** Records a reference to a column at a position. */
  public void addReference(int position, Reference reference) {
    references.put(position, reference);
  }

  /** Returns the references to columns by their positions, in the order of the text. */
  public SortedMap<Integer, Reference> references() {
    return Collections.unmodifiableSortedMap(references);
  }

  /**
   * Attribute of a composite type, or column of a row of a table, that a text selects.
   *
   * @param typeId id of the type, or of the table
   * @param name null for all attributes
   */
  public record Field(int typeId, @Nullable String name) {}

  /** Records an attribute whose name is behind the dot at a position. */
  public void addField(int position, Field field) {
    fields.put(position, field);
  }

  /** Returns the attributes by the positions of the dots before them. */
  public SortedMap<Integer, Field> fields() {
    return Collections.unmodifiableSortedMap(fields);
  }

  /** Records the name of a relation that stands for its rows, or qualifies a star. */
  public void addRow(int position, int relationId) {
    rows.put(position, relationId);
  }

  /** Returns the ids of the relations whose names stand for their rows, by their positions. */
  public Map<Integer, Integer> rows() {
    return Map.copyOf(rows);
  }

  /** Records a column or row at a position that is an item of a select list without an alias. */
  public void addPlainItem(int position) {
    plainItems.add(position);
  }

  /** Returns the positions of columns and rows that are items of select lists without aliases. */
  public Set<Integer> plainItems() {
    return Set.copyOf(plainItems);
  }

  /** Records the name that the expression of an item of a select list at a position decides. */
  public void addItemName(int position, String name) {
    itemNames.put(position, name);
  }

  /** Returns the names of items of select lists that their expressions decide, by positions. */
  public Map<Integer, String> itemNames() {
    return Map.copyOf(itemNames);
  }

  /** Records a literal at a position that is the name of a relation. */
  public void addNameLiteral(int position, int relationId) {
    nameLiterals.put(position, relationId);
  }

  /** Returns the ids of the relations whose names literals are, by their positions. */
  public SortedMap<Integer, Integer> nameLiterals() {
    return Collections.unmodifiableSortedMap(nameLiterals);
  }

  /** Records the schema of a type that the text names at a position without it. */
  public void addTypeSchema(int position, String schema) {
    typeSchemas.put(position, schema);
  }

  /** Returns the schemas of types that the text names without them, by their positions. */
  public Map<Integer, String> typeSchemas() {
    return Map.copyOf(typeSchemas);
  }

  /** Records a literal that is read as a value of a type. */
  public void addLiteral(int position, Type type) {
    literals.put(position, type);
  }

  /**
   * Literal with a text that has its value in every session.
   *
   * @param literal as it is written
   * @param text that replaces it; the same if its value does not depend on the session
   */
  public record FixedText(String literal, String text) {}

  /**
   * Records a literal with the text that replaces it in what is stored.
   *
   * @throws ColonnadeException UNSUPPORTED if the literal has other values as well
   */
  public void addFixedText(int position, FixedText fixed) {
    FixedText other = fixedTexts.put(position, fixed);
    if (other != null && !other.equals(fixed)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "a literal with values of several types is not supported in a definition",
          ErrorFields.at(position + 1));
    }
  }

  /** Returns the texts that replace literals, by their positions. */
  public Map<Integer, String> replacements() {
    Map<Integer, String> texts = new HashMap<>();
    fixedTexts().forEach((position, fixed) -> texts.put(position, fixed.text()));
    return texts;
  }

  /** Returns the literals whose values depend on the session, by their positions. */
  public Map<Integer, FixedText> fixedTexts() {
    Map<Integer, FixedText> changed = new HashMap<>(fixedTexts);
    changed.values().removeIf(fixed -> fixed.text().equals(fixed.literal()));
    return changed;
  }

  /** Returns the types of the literals, by their positions. */
  public Map<Integer, Type> literals() {
    return Map.copyOf(literals);
  }

  /** Returns the ids of the relations that have no schema in the text, by their positions. */
  public Map<Integer, Integer> relations() {
    return Map.copyOf(relations);
  }

  /** Returns the ids of the objects. */
  public Set<Integer> objectIds() {
    return Set.copyOf(objectIds);
  }

  /** Returns the columns of tables and views. */
  public Set<Origin> columns() {
    return Set.copyOf(columns);
  }

  /** Returns the columns of the stars by their positions. */
  public Map<Integer, List<List<String>>> stars() {
    return Map.copyOf(stars);
  }
}
