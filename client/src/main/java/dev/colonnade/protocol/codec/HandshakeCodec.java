package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.ProtocolError;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.request.Authenticate;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.response.Challenge;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.HelloOk;

/**
 * Codec of the messages that every version of the protocol must be able to read: the handshake and
 * errors. New versions only append fields to them.
 */
final class HandshakeCodec {
  private static final ErrorCategory[] CATEGORIES = ErrorCategory.values();

  private HandshakeCodec() {}

  static void writeHello(WireWriter out, Hello hello) {
    out.writeI32(Integer.reverseBytes(Hello.MAGIC));
    writeVersion(out, hello.oldest());
    writeVersion(out, hello.newest());
    out.writeText(hello.identity().clientName());
    out.writeText(hello.identity().database());
    out.writeText(hello.identity().user());
    out.writeI32(Feature.toBits(hello.features()));
    out.writeI32(hello.frameBytesMax());
  }

  static Hello readHello(WireReader in) {
    int magic = Integer.reverseBytes(in.readI32("hello.magic"));
    if (magic != Hello.MAGIC) {
      throw new ProtocolException(
          ProtocolError.VERSION,
          "hello.magic is of another protocol: expected="
              + Integer.toHexString(Hello.MAGIC)
              + " value="
              + Integer.toHexString(magic));
    }
    return new Hello(
        readVersion(in),
        readVersion(in),
        new Hello.Identity(
            in.readText("hello.clientName"),
            in.readText("hello.database"),
            in.readText("hello.user")),
        Feature.fromBits(in.readI32("hello.features")),
        in.readI32("hello.frameBytesMax"));
  }

  static void writeHelloOk(WireWriter out, HelloOk ok) {
    writeVersion(out, ok.version());
    out.writeText(ok.serverName());
    out.writeText(ok.serverVersion());
    writeLimits(out, ok.limits());
    out.writeI32(Feature.toBits(ok.features()));
  }

  static HelloOk readHelloOk(WireReader in) {
    return new HelloOk(
        readVersion(in),
        in.readText("helloOk.serverName"),
        in.readText("helloOk.serverVersion"),
        readLimits(in),
        Feature.fromBits(in.readI32("helloOk.features")));
  }

  static void writeAuthenticate(WireWriter out, Authenticate authenticate) {
    out.writeText(authenticate.mechanism());
    out.writeText(authenticate.message());
  }

  static Authenticate readAuthenticate(WireReader in) {
    return new Authenticate(
        in.readText("authenticate.mechanism"), in.readText("authenticate.message"));
  }

  static void writeChallenge(WireWriter out, Challenge challenge) {
    out.writeList(challenge.mechanisms(), WireWriter::writeText);
    out.writeText(challenge.message());
  }

  static Challenge readChallenge(WireReader in) {
    return new Challenge(
        in.readList("challenge.mechanisms", reader -> reader.readText("mechanism")),
        in.readText("challenge.message"));
  }

  static void writeError(WireWriter out, ErrorResponse error) {
    out.writeU16(error.number());
    out.writeText(error.sqlState());
    out.writeCode(error.category());
    out.writeText(error.message());
    out.writeText(error.detail());
  }

  static ErrorResponse readError(WireReader in) {
    return new ErrorResponse(
        in.readU16("error.number"),
        in.readText("error.sqlState"),
        in.readCode(CATEGORIES, "error.category"),
        in.readText("error.message"),
        in.readText("error.detail"));
  }

  private static void writeVersion(WireWriter out, ProtocolVersion version) {
    out.writeU8(version.major());
    out.writeU8(version.minor());
  }

  private static ProtocolVersion readVersion(WireReader in) {
    return new ProtocolVersion(in.readU8("version.major"), in.readU8("version.minor"));
  }

  private static void writeLimits(WireWriter out, ProtocolLimits limits) {
    out.writeI32(limits.frameBytesMax());
    out.writeI32(limits.textBytesMax());
    out.writeI32(limits.keyBytesMax());
    out.writeI32(limits.columnsMax());
    out.writeI32(limits.itemsMax());
    out.writeI32(limits.requestsInFlightMax());
  }

  private static ProtocolLimits readLimits(WireReader in) {
    return new ProtocolLimits(
        in.readI32("limits.frameBytesMax"),
        in.readI32("limits.textBytesMax"),
        in.readI32("limits.keyBytesMax"),
        in.readI32("limits.columnsMax"),
        in.readI32("limits.itemsMax"),
        in.readI32("limits.requestsInFlightMax"));
  }
}
