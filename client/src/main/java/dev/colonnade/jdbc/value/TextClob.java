package dev.colonnade.jdbc.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.jdbc.error.SqlFailures;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;

/** Clob with the characters of a text value in memory. Changing it does not change the row. */
public final class TextClob implements NClob {
  private String text;

  public TextClob(String text) {
    this.text = requireNonNull(text, "text is null");
  }

  @Override
  public long length() {
    return text.length();
  }

  @Override
  public String getSubString(long position, int length) throws SQLException {
    int from = index(position, length);
    return text.substring(from, from + Math.min(length, text.length() - from));
  }

  @Override
  public Reader getCharacterStream() {
    return new StringReader(text);
  }

  @Override
  public Reader getCharacterStream(long position, long length) throws SQLException {
    return new StringReader(getSubString(position, (int) Math.min(length, Integer.MAX_VALUE)));
  }

  @Override
  public InputStream getAsciiStream() {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public long position(String pattern, long start) throws SQLException {
    int found = text.indexOf(pattern, index(start, 0));
    return found < 0 ? -1 : found + 1L;
  }

  @Override
  public long position(Clob pattern, long start) throws SQLException {
    return position(pattern.getSubString(1, (int) pattern.length()), start);
  }

  @Override
  public int setString(long position, String written) throws SQLException {
    int at = index(position, 0);
    int end = Math.min(text.length(), at + written.length());
    text = text.substring(0, at) + written + text.substring(end);
    return written.length();
  }

  @Override
  public int setString(long position, String written, int offset, int length) throws SQLException {
    return setString(position, written.substring(offset, offset + length));
  }

  /** Returns a writer whose characters are written to the clob when it is closed. */
  @Override
  public Writer setCharacterStream(long position) throws SQLException {
    int at = index(position, 0);
    return new StringWriter() {
      @Override
      public void close() {
        String written = toString();
        int end = Math.min(text.length(), at + written.length());
        text = text.substring(0, at) + written + text.substring(end);
      }
    };
  }

  /** Variant of {@link #setCharacterStream} that reads text in UTF-8. */
  @Override
  public OutputStream setAsciiStream(long position) throws SQLException {
    Writer writer = setCharacterStream(position);
    return new ByteArrayOutputStream() {
      @Override
      public void close() throws java.io.IOException {
        writer.write(toString(StandardCharsets.UTF_8));
        writer.close();
      }
    };
  }

  @Override
  public void truncate(long length) throws SQLException {
    text = text.substring(0, index(length + 1, 0));
  }

  @Override
  public void free() {
    text = "";
  }

  /**
   * Returns the index of a position, which counts from 1; the position after the last character is
   * valid.
   */
  private int index(long position, int length) throws SQLException {
    if (position < 1 || position > text.length() + 1L || length < 0) {
      throw SqlFailures.badArgument(
          "outside of the clob: position=" + position + " length=" + length);
    }
    return (int) (position - 1);
  }
}
