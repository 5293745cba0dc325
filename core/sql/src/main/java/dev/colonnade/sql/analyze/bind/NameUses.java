package dev.colonnade.sql.analyze.bind;

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

  private final Map<Integer, Type> literals = new HashMap<>();

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

  /** Records a literal that is read as a value of a type. */
  public void addLiteral(int position, Type type) {
    literals.put(position, type);
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
