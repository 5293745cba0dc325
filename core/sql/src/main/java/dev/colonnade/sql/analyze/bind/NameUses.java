package dev.colonnade.sql.analyze.bind;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.registry.type.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Objects, columns, stars and literals that the text of a query names. One thread. */
public final class NameUses {
  private final Set<Integer> objectIds = new HashSet<>();
  private final Set<Origin> columns = new HashSet<>();
  private final Map<Integer, List<List<String>>> stars = new HashMap<>();
  private final Map<Integer, Integer> relations = new HashMap<>();

  private final Map<Integer, String> typeSchemas = new HashMap<>();
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
