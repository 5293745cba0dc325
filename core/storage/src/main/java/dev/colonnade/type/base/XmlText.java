package dev.colonnade.type.base;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.interrupt.InterruptibleText;
import dev.colonnade.interrupt.InterruptionPoint;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Well-formed content of an XML element, or an XML document, as it was entered.
 *
 * @param source with the XML declaration, which the text of the value has in part only
 */
public record XmlText(String source) implements BaseValue {
  private static final String WRAPPER = "x";
  private static final Pattern DECLARATION =
      Pattern.compile(
          "<\\?xml\\s+version\\s*=\\s*(['\"])(1\\.[0-9]+)\\1"
              + "(?:\\s+encoding\\s*=\\s*(?:'[A-Za-z0-9._-]+'|\"[A-Za-z0-9._-]+\"))?"
              + "(?:\\s+standalone\\s*=\\s*(['\"])(yes|no)\\3)?\\s*\\?>");
  private static final Pattern DOCTYPE =
      Pattern.compile("\\s*+(?:<!--.*?-->\\s*+|<\\?.*?\\?>\\s*+)*+<!DOCTYPE", Pattern.DOTALL);
  private static final XMLInputFactory READERS = readers();

  public XmlText {
    requireNonNull(source, "source is null");
  }

  /** Creates the factory of readers, which neither read files nor expand entities. */
  private static XMLInputFactory readers() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    factory.setXMLResolver((_, _, _, _) -> new StringReader(""));
    return factory;
  }

  static XmlText parse(String text) {
    Matcher declaration = DECLARATION.matcher(new InterruptibleText(text));
    String body = declaration.lookingAt() ? text.substring(declaration.end()) : text;
    boolean isDocument = DOCTYPE.matcher(new InterruptibleText(body)).lookingAt();
    String read = isDocument ? body : "<" + WRAPPER + ">" + body + "</" + WRAPPER + ">";
    try {
      int start = isDocument ? 0 : WRAPPER.length() + 2;
      read(read, start, isDocument ? read.length() : start + body.length());
    } catch (XMLStreamException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_XML_CONTENT,
          "invalid XML content",
          ErrorFields.NONE.withDetail(String.valueOf(e.getMessage())),
          e);
    }
    return new XmlText(text);
  }

  /** Reads all of a text; the element around content must not end before the content does. */
  private static void read(String text, int start, int end) throws XMLStreamException {
    XMLStreamReader reader = READERS.createXMLStreamReader(interruptible(text));
    int depth = 0;
    for (int step = 1; reader.hasNext(); step++) {
      InterruptionPoint.check(step);
      int event = reader.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        depth++;
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        depth--;
        boolean isEarly =
            start > 0 && depth == 0 && reader.getLocation().getCharacterOffset() < end;
        if (isEarly) {
          throw new XMLStreamException("end tag without a start tag");
        }
      } else if (event == XMLStreamConstants.ENTITY_REFERENCE && reader.getText() == null) {
        throw new XMLStreamException("Entity '%s' not defined".formatted(reader.getLocalName()));
      }
    }
  }

  /** Returns a reader that checks the cancellation of the statement for each buffer. */
  private static Reader interruptible(String text) {
    return new StringReader(text) {
      @Override
      public int read(char[] buffer, int offset, int length) throws IOException {
        InterruptionPoint.check();
        return super.read(buffer, offset, length);
      }
    };
  }

  static XmlText decode(ByteBuffer in) {
    byte[] bytes = new byte[in.remaining()];
    in.get(bytes);
    return parse(new String(bytes, UTF_8));
  }

  @Override
  public BaseType type() {
    return BaseType.XML;
  }

  @Override
  public byte[] toBytes() {
    return source.getBytes(UTF_8);
  }

  @Override
  public byte[] send() {
    return toString().getBytes(UTF_8);
  }

  /** Returns the text without an encoding, and without a declaration that states nothing else. */
  @Override
  public String toString() {
    Matcher declaration = DECLARATION.matcher(new InterruptibleText(source));
    if (!declaration.lookingAt()) {
      return source;
    }
    String version = declaration.group(2);
    String standalone = declaration.group(4);
    String rest = source.substring(declaration.end());
    if (version.equals("1.0") && standalone == null) {
      return rest.startsWith("\n") ? rest.substring(1) : rest;
    }
    return "<?xml version=\"%s\"%s?>%s"
        .formatted(
            version, standalone == null ? "" : " standalone=\"%s\"".formatted(standalone), rest);
  }
}
