package dev.colonnade.sql.logical;

import static java.util.Objects.requireNonNull;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Function;

/**
 * Unmodifiable view of an unmodifiable list, with a property of each element in its place. Rules
 * read the columns and expressions of the same node many times: a view copies nothing.
 *
 * @param <E> type of the elements of the list
 * @param <T> type of the property
 */
final class ListView<E, T> extends AbstractList<T> implements RandomAccess {
  private final List<E> elements;
  private final Function<? super E, ? extends T> property;

  ListView(List<E> elements, Function<? super E, ? extends T> property) {
    this.elements = requireNonNull(elements, "elements is null");
    this.property = requireNonNull(property, "property is null");
  }

  @Override
  public T get(int index) {
    return property.apply(elements.get(index));
  }

  @Override
  public int size() {
    return elements.size();
  }
}
