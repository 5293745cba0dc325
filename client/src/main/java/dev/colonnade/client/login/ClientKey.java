package dev.colonnade.client.login;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/**
 * Certificate of a client and its key.
 *
 * @param certificate PEM file of the certificate, followed by those of its authorities
 * @param key PEM file of the key in PKCS 8, without a password
 */
public record ClientKey(Path certificate, Path key) {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  public ClientKey {
    requireNonNull(certificate, "certificate is null");
    requireNonNull(key, "key is null");
  }

  KeyManager[] managers() throws IOException, GeneralSecurityException {
    Certificate[] chain = chain();
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    char[] password = {};
    store.setKeyEntry("client", privateKey(chain[0]), password, chain);
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, password);
    return factory.getKeyManagers();
  }

  private Certificate[] chain() throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(certificate)) {
      Certificate[] chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(in)
              .toArray(new Certificate[0]);
      if (chain.length == 0) {
        throw new CertificateException("there is no certificate in the file: " + certificate);
      }
      return chain;
    }
  }

  private PrivateKey privateKey(Certificate ofKey) throws IOException, GeneralSecurityException {
    Matcher pem = KEY.matcher(Files.readString(key));
    if (!pem.find()) {
      throw new GeneralSecurityException("not a key in PKCS 8 without a password: " + key);
    }
    byte[] bytes = Base64.getMimeDecoder().decode(pem.group(1).strip());
    return KeyFactory.getInstance(ofKey.getPublicKey().getAlgorithm())
        .generatePrivate(new PKCS8EncodedKeySpec(bytes));
  }
}
