package dev.colonnade.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Composite type: rows of named attributes. Stored values name attributes by their ids, so that
 * attributes can be added and dropped without a change of values.
 *
 * @param attributes in their order
 * @param nextAttributeId id of the next new attribute; no attribute had this id or a greater one
 */
public record CompositeType(int id, String name, List<Attribute> attributes, int nextAttributeId)
    implements UserType {
  /** The largest number of attributes that a type ever had. */
  public static final int ATTRIBUTES_MAX = 1600;

  /**
   * Attribute.
   *
   * @param id positive, never reused within the type
   * @param domain with which the attribute is declared; null if its type contains no domain
   */
  public record Attribute(int id, String name, ColumnType type, DomainType.@Nullable Use domain) {
    public Attribute(int id, String name, ColumnType type, DomainType.@Nullable Use domain) {
      NameLimits.requireName("attribute", name);
      this.id = id;
      this.name = name;
      this.type = requireNonNull(type, "type is null");
      this.domain = domain;
    }
  }

  public CompositeType {
    NameLimits.requireName("type", name);
    attributes = List.copyOf(attributes);
    if (nextAttributeId > ATTRIBUTES_MAX + 1) {
      throw new ColonnadeException(
          ErrorCode.TOO_MANY_COLUMNS, "tables can have at most " + ATTRIBUTES_MAX + " columns");
    }
  }

  /** Returns the attribute of a name; null if there is none. */
  public @Nullable Attribute find(String attribute) {
    return attributes.stream()
        .filter(known -> known.name().equals(attribute))
        .findFirst()
        .orElse(null);
  }

  @Override
  public CompositeType withName(String other) {
    return new CompositeType(id, other, attributes, nextAttributeId);
  }

  /** Returns the same type with one more attribute. */
  public CompositeType withAttribute(
      String attribute, ColumnType type, DomainType.@Nullable Use domain) {
    List<Attribute> all = new ArrayList<>(attributes);
    all.add(new Attribute(nextAttributeId, attribute, type, domain));
    return new CompositeType(id, name, all, nextAttributeId + 1);
  }

  /** Returns the same type without an attribute. */
  public CompositeType without(Attribute dropped) {
    List<Attribute> left = new ArrayList<>(attributes);
    left.remove(dropped);
    return new CompositeType(id, name, left, nextAttributeId);
  }

  /** Returns the same type with an attribute in the place of another one. */
  public CompositeType with(Attribute before, Attribute after) {
    return new CompositeType(
        id,
        name,
        attributes.stream().map(known -> known.equals(before) ? after : known).toList(),
        nextAttributeId);
  }

  @Override
  public Set<Integer> references() {
    Set<Integer> ids = new HashSet<>();
    for (Attribute attribute : attributes) {
      DomainType.Use domain = attribute.domain();
      if (domain == null) {
        UserType declared = UserType.declared(attribute.type());
        if (declared != null) {
          ids.add(declared.id());
        }
      } else if (domain.isDomain()) {
        ids.add(domain.domainId());
      }
    }
    return ids;
  }

  @Override
  public CompositeType over(UserType changed) {
    List<Attribute> refreshed = new ArrayList<>();
    for (Attribute attribute : attributes) {
      refreshed.add(
          new Attribute(
              attribute.id(),
              attribute.name(),
              UserType.over(attribute.type(), changed),
              attribute.domain()));
    }
    return refreshed.equals(attributes)
        ? this
        : new CompositeType(id, name, refreshed, nextAttributeId);
  }
}
