package dev.colonnade.flight.type;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Vectors of a batch without dictionaries: those that had one are copies, freed by closing. */
public final class Vectors implements AutoCloseable {
  private final List<FieldVector> vectors = new ArrayList<>();
  private final List<FieldVector> copies = new ArrayList<>();

  private Vectors() {}

  /** Returns the vectors of the current batch of a stream with these dictionaries. */
  public static Vectors decoded(List<FieldVector> vectors, DictionaryProvider dictionaries) {
    Vectors plain = new Vectors();
    boolean done = false;
    try {
      for (FieldVector vector : vectors) {
        plain.add(vector, dictionaries);
      }
      done = true;
      return plain;
    } finally {
      if (!done) {
        plain.close();
      }
    }
  }

  private void add(FieldVector vector, DictionaryProvider dictionaries) {
    DictionaryEncoding encoding = vector.getField().getDictionary();
    if (encoding == null) {
      vectors.add(vector);
      return;
    }
    Dictionary dictionary = dictionaries.lookup(encoding.getId());
    FieldVector decoded = (FieldVector) DictionaryEncoder.decode(vector, dictionary);
    copies.add(decoded);
    vectors.add(decoded);
  }

  /** Returns the vectors, in the order of the columns. */
  public List<FieldVector> vectors() {
    return vectors;
  }

  /** Returns the fields of the vectors, with the names of the columns that the client sent. */
  public List<Field> fields(List<FieldVector> sent) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < vectors.size(); i++) {
      Field plain = vectors.get(i).getField();
      Field named = sent.get(i).getField();
      FieldType type =
          new FieldType(named.isNullable(), plain.getType(), null, plain.getMetadata());
      fields.add(new Field(named.getName(), type, plain.getChildren()));
    }
    return fields;
  }

  @Override
  public void close() {
    copies.forEach(FieldVector::close);
  }
}
