package dev.colonnade.server.admin;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.colonnade.server.admin.http.PageResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Factory of JSON responses. */
final class JsonResponses {
  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonResponses() {}

  /** Writer of the fields of a page's single object. */
  interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  /** Returns a response in indented JSON, for people and programs. */
  static PageResponse answer(int status, Fields fields) {
    return make(status, fields, true);
  }

  /** Returns a response in JSON without white space, for programs. */
  static PageResponse compact(int status, Fields fields) {
    return make(status, fields, false);
  }

  private static PageResponse make(int status, Fields fields, boolean pretty) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      if (pretty) {
        json.useDefaultPrettyPrinter();
      }
      json.writeStartObject();
      fields.write(json);
      json.writeEndObject();
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return PageResponse.json(status, bytes.toByteArray());
  }
}
