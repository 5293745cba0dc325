package dev.colonnade.flight.type;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;

/** Vectors of a batch without dictionaries: those that had one are copies, freed by closing. */
public final class Vectors implements AutoCloseable {
  private final List<FieldVector> vectors = new ArrayList<>();
  private final List<FieldVector> copies = new ArrayList<>();

  private Vectors() {}

  /** Returns the vectors of the current batch of a stream. */
  public static Vectors decoded(List<FieldVector> vectors, FlightStream stream) {
    Vectors plain = new Vectors();
    boolean done = false;
    try {
      for (FieldVector vector : vectors) {
        plain.add(vector, stream);
      }
      done = true;
      return plain;
    } finally {
      if (!done) {
        plain.close();
      }
    }
  }

  private void add(FieldVector vector, FlightStream stream) {
    DictionaryEncoding encoding = vector.getField().getDictionary();
    if (encoding == null) {
      vectors.add(vector);
      return;
    }
    Dictionary dictionary = stream.getDictionaryProvider().lookup(encoding.getId());
    FieldVector decoded = (FieldVector) DictionaryEncoder.decode(vector, dictionary);
    copies.add(decoded);
    vectors.add(decoded);
  }

  /** Returns the vectors, in the order of the columns. */
  public List<FieldVector> vectors() {
    return vectors;
  }

  @Override
  public void close() {
    copies.forEach(FieldVector::close);
  }
}
