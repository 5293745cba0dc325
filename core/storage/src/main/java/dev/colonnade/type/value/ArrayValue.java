package dev.colonnade.type.value;

import static java.util.Objects.requireNonNull;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Array of several dimensions, or whose dimension is not numbered from 1: a list of its elements,
 * the last subscript varying fastest, with their {@link ArrayShape}. All other arrays are plain
 * lists. Immutable.
 */
public class ArrayValue extends AbstractList<@Nullable Object> implements RandomAccess {
  private final ArrayShape shape;
  private final List<?> elements;

  protected ArrayValue(ArrayShape shape, List<?> elements) {
    this.shape = requireNonNull(shape, "shape is null");
    this.elements = requireNonNull(elements, "elements is null");
    if (shape.count() != elements.size()) {
      throw new IllegalArgumentException("shape=%s elements=%d".formatted(shape, elements.size()));
    }
  }

  /**
   * Returns the array of a shape: a plain list if the shape is plain.
   *
   * @param elements which do not change afterwards
   */
  public static List<@Nullable Object> of(ArrayShape shape, List<?> elements) {
    return shape.isPlain()
        ? Collections.unmodifiableList(elements)
        : new ArrayValue(shape, elements);
  }

  /** Returns an array of the same shape with other elements. */
  public static List<@Nullable Object> map(
      List<?> array, Function<@Nullable Object, @Nullable Object> change) {
    List<@Nullable Object> changed = new ArrayList<>(array.size());
    for (Object element : array) {
      changed.add(change.apply(element));
    }
    return of(ArrayValue.shapeOf(array), changed);
  }

  /** Returns the shape of an array; a list of another class is numbered from 1. */
  public static ArrayShape shapeOf(List<?> array) {
    return array instanceof ArrayValue value ? value.shape : ArrayShape.ofOne(array.size(), 1);
  }

  public ArrayShape shape() {
    return shape;
  }

  @Override
  public @Nullable Object get(int index) {
    return elements.get(index);
  }

  @Override
  public int size() {
    return elements.size();
  }

  /** Arrays of different shapes differ; lists of other classes have the shape of plain arrays. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof List<?> list
        && ArrayValue.shapeOf(list).equals(shape)
        && super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
